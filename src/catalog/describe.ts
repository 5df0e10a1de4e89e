/** Describes in words what a property with alternatives may be. */
import { namesIn } from '../json/pointer.ts'
import { own } from '../json/value.ts'
import type { Describe } from '../schema/fault.ts'
import type { Shape, Shapes } from './shape.ts'

/** By role. */
export interface Sentences {
  readonly [role: string]: string
}

export const v09Sentences: Sentences = {
  string: 'a string, {"path": …} or a function call',
  number: 'a number, {"path": …} or a function call',
  boolean: 'true, false, {"path": …} or a function call',
  stringList: 'an array of strings, {"path": …} or a function call',
  value: 'a JSON value, {"path": …} or a function call',
  children: 'an array of component ids, or {"componentId": …, "path": …}',
  action: 'either {"event": …} or {"functionCall": …}',
}

export const v08Sentences: Sentences = { children: '{"explicitList": ["a", "b"]} or {"template": …}' }

/** Validators do not say which definition they check; the shapes of the properties do. */
export function describer(shapes: Shapes, sentences: Sentences): Describe {
  return (at) => {
    const shape = shapeAt(shapes, at)
    return typeof shape === 'string' ? own(sentences, shape) : undefined
  }
}

/** The shape of the value at a JSON Pointer. */
export function shapeAt(shapes: Shapes, at: string): Shape | undefined {
  let shape: Shape | undefined = { members: shapes }
  for (const name of namesIn(at)) {
    if (typeof shape !== 'object') return undefined
    if ('items' in shape) shape = shape.items
    else shape = 'members' in shape ? (own(shape.members, name) ?? shape.rest) : undefined
  }
  return shape
}
