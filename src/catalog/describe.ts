/** Describes in words what a property with alternatives may be. */
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
    let shape: Shape | undefined = { members: shapes }
    for (const token of at.split('/').slice(1)) shape = shapeBelow(shape, token)
    return typeof shape === 'string' ? own(sentences, shape) : undefined
  }
}

function shapeBelow(shape: Shape | undefined, token: string): Shape | undefined {
  if (typeof shape !== 'object') return undefined
  if ('items' in shape) return shape.items
  return 'members' in shape ? (own(shape.members, token) ?? shape.rest) : undefined
}
