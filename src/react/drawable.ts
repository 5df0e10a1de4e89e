/** Properties as the page shows them: no text in them holds half of a surrogate pair. */
import { wellFormed } from '../json/well-formed.ts'
import type { Evaluated } from '../surface/evaluate.ts'
import { isReference, maxDepth } from './view.ts'

interface Props {
  readonly [name: string]: Evaluated
}

/** The same object where nothing is to be changed, which is nearly always so. */
export function drawableProps(props: Props, depth = 0): Props {
  let changed: { [name: string]: Evaluated } | undefined
  for (const name in props) {
    const value = props[name]
    const drawn = drawable(value, depth)
    if (drawn === value) continue
    changed ??= { ...props }
    changed[name] = drawn
  }
  return changed ?? props
}

function drawable(value: Evaluated, depth: number): Evaluated {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value !== 'object' || value === null || depth === maxDepth || isReference(value)) return value
  if (!Array.isArray(value)) return drawableProps(value as Props, depth + 1)
  const drawn = value.map((item) => drawable(item, depth + 1))
  return drawn.some((item, index) => item !== value[index]) ? drawn : value
}
