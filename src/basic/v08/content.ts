/** v0.8's components that show something. */
import type { Translation } from '../../catalog/v08-dialect.ts'

export const content: { readonly [type: string]: Translation } = {
  Text: { names: { usageHint: 'variant' } },
  Image: {
    names: { altText: 'description', usageHint: 'variant' },
    words: { fit: new Map([['scale-down', 'scaleDown']]) },
  },
  Icon: {
    change({ name, ...props }) {
      // Without a name and without a binding the icon is empty.
      const empty = name?.kind === 'static' && name.value === null
      return { type: 'Icon', props: { ...props, ...(name && { name: empty ? noIcon : name }) } }
    },
  },
  Video: {},
  AudioPlayer: {},
  Divider: {},
}

const noIcon = { kind: 'static', value: { svgPath: '' } } as const
