// The basic renderers with a book: which of them React has called, and with what.
import { basicRenderers } from '../../src/basic/renderers.ts'
import type { Renderer, RendererInput, RendererOf, Renderers } from '../../src/react/renderer.ts'

export interface Counting {
  readonly renderers: Renderers
  /** One entry a call: `Text "one"`, `TextField "Name"`, `Column`. */
  readonly drawn: readonly string[]
  /** The entries since the last time. */
  take(): readonly string[]
}

export function counting(base: Renderers = basicRenderers): Counting {
  const drawn: string[] = []
  const counted = (type: string, draw: RendererOf<never>): RendererOf<never> => {
    return (input) => {
      drawn.push(entry(type, input))
      return draw(input)
    }
  }
  const around = (type: string, renderer: Renderer): Renderer => {
    if (typeof renderer === 'function') return counted(type, renderer)
    if ('control' in renderer) return { control: counted(type, renderer.control) }
    return { inline: counted(type, renderer.inline) }
  }
  return {
    renderers: Object.fromEntries(Object.entries(base).map(([type, renderer]) => [type, around(type, renderer)])),
    drawn,
    take: () => drawn.splice(0),
  }
}

function entry(type: string, { props }: RendererInput<{ readonly text?: string; readonly label?: string }>): string {
  const name = props.text ?? props.label
  return name === undefined ? type : `${type} "${name}"`
}
