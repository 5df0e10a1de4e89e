/** v0.8's components that show something. */
import type { Translation } from '../../catalog/translated.ts'
import type { JsonObject } from '../../json/value.ts'
import { bound, boundText, renamed } from './values.ts'

export const content: { readonly [type: string]: Translation } = {
  Text: (props, context) => ({
    type: 'Text',
    props: { text: bound(props['text'], '', context), ...renamed(props, { usageHint: 'variant' }) },
  }),
  Image: (props, context) => ({
    type: 'Image',
    props: {
      url: bound(props['url'], '', context),
      ...boundText(props, 'altText', 'description', context),
      ...renamed(props, { usageHint: 'variant' }),
      ...fitOf(props),
    },
  }),
  // Without a name and without a binding the icon is empty.
  Icon: (props, context) => ({ type: 'Icon', props: { name: bound(props['name'], { svgPath: '' }, context) } }),
  Video: (props, context) => ({ type: 'Video', props: { url: bound(props['url'], '', context) } }),
  AudioPlayer: (props, context) => ({
    type: 'AudioPlayer',
    props: { url: bound(props['url'], '', context), ...boundText(props, 'description', 'description', context) },
  }),
  Divider: (props) => ({ type: 'Divider', props }),
}

function fitOf({ fit }: JsonObject): JsonObject {
  return fit === undefined ? {} : { fit: fit === 'scale-down' ? 'scaleDown' : fit }
}
