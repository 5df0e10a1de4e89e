/** Nested components → the list of them that is sent. */
import type { JsonValue } from '../json/value.ts'
import type { ComponentV09 } from '../protocol/wire.ts'
import { type Built, builtParts } from './component.ts'

/** The components as they are sent: each by itself, with ids in the places of others. */
export function flat(components: readonly Built[]): readonly ComponentV09[] {
  const byId = new Map<string, { [name: string]: JsonValue } & ComponentV09>()
  const place = (component: Built, ownId: string): string | undefined => {
    const parts = builtParts(component)
    if (!parts) return undefined
    const { type, id = ownId, props } = parts
    if (byId.has(id))
      throw new TypeError(`Two components have the id ${JSON.stringify(id)}: give one of them another id`)
    const written: { [name: string]: JsonValue } & ComponentV09 = { id, component: type }
    byId.set(id, written)
    for (const [name, value] of Object.entries(props))
      if (value !== undefined) written[name] = sent(value, name === 'children' ? id : `${id}.${name}`)
    return id
  }
  const sent = (value: unknown, at: string): JsonValue => {
    if (typeof value !== 'object' || value === null) return value as JsonValue
    const id = place(value as Built, at)
    if (id !== undefined) return id
    if (Array.isArray(value)) return value.map((item, index) => sent(item, `${at}.${index}`))
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return Object.fromEntries(members.map(([name, member]) => [name, sent(member, `${at}.${name}`)]))
  }
  for (const component of components) place(component, 'root')
  return [...byId.values()]
}
