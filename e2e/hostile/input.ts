// Inputs of up to a megabyte that ask for a great deal: what they are, and how they are put together.
import { column, components, create, data, text } from '../wire.ts'

export interface HostileInput {
  readonly name: string
  /** Whole lines; made when they are wanted, because they are long. */
  readonly lines: () => string
  /** What it may be refused with; none: it is shown. */
  readonly codes: readonly string[]
}

/** What is sent before each: the surface that it is for. */
export const before: readonly object[] = [
  create('s'),
  components('s', text('root', { path: '/text' })),
  data('s', '/rows', []),
]

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function linesOf(messages: readonly (object | string)[]): string {
  return messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join('')
}

export const same = (count: number, id: string): readonly string[] => times(count, () => id)

export const many = (prefix: string, count: number): readonly string[] => times(count, (index) => `${prefix}${index}`)

type Sent = string | object | readonly (object | string)[]

export function input(name: string, codes: readonly string[], make: () => Sent): HostileInput {
  const lines = (): string => {
    const sent = make()
    return typeof sent === 'string' ? `${sent}\n` : linesOf(Array.isArray(sent) ? sent : [sent])
  }
  return { name, codes, lines }
}

export const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
export const million = 1_000_000
export const ninety = 'x'.repeat(90_000)

/** A message with something in it that only JSON can say. */
export const around = (message: object, json: string): string => JSON.stringify(message).replace('"?"', json)

export const root = (content: unknown): object => components('s', text('root', content))
export const format = (value: string): object => root({ call: 'formatString', args: { value } })
export const not = (depth: number): string =>
  `${'{"call":"not","args":{"value":'.repeat(depth)}true${'}}'.repeat(depth)}`

export const again = (count: number, component: object): (() => object) => {
  return () => components('s', column('root', same(count, 'it')), { ...component, id: 'it' })
}
