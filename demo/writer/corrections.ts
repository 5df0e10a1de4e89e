/** What was wrong in the answers of a model, each beside what the model sent in its place later. */
import { type Fault, type Round, repairText } from 'surface-runtime/authoring'

export interface Correction {
  readonly fault: Fault
  /** The component that the fault lies in, else the whole message, as JSON; the line itself where it is no JSON. */
  readonly wrong: string
  /** The same of a later answer. `undefined`: nothing came. */
  readonly mended: string | undefined
}

/** The lines of an answer, by which faults are counted. */
export function linesOf({ answer }: Round): readonly string[] {
  return repairText(answer).text.split('\n')
}

/** Of one answer. `later`: the answers after it. */
export function correctionsOf(round: Round, later: readonly Round[]): readonly Correction[] {
  const lines = linesOf(round)
  return round.faults.flatMap((fault) => {
    // What is missing, or is left from an earlier answer, has no line in this one.
    const line = fault.line === undefined ? undefined : lines[fault.line - 1]
    if (line === undefined) return []
    const message = jsonIn(line)
    const part = message && partAt(message, fault.at)
    const candidates = later.flatMap(({ messages }) => messages)
    const mended = part && candidates.map((one) => sameIn(one, part)).find((one) => one !== undefined)
    return [{ fault, wrong: part ? pretty(part.value) : line, mended: mended && pretty(mended) }]
  })
}

interface Part {
  readonly value: object
  /** Of the message: `updateComponents` and so on. */
  readonly kind: string
  /** Of the component; absent: the part is the whole message. */
  readonly id?: unknown
}

function partAt(message: object, at: string): Part {
  const [, kind = '', list, index] = at.split('/')
  const component = list === 'components' ? componentsIn(message)[Number(index)] : undefined
  return component ? { value: component, kind, id: component.id } : { value: message, kind }
}

/** The component with the same id, or the message of the same kind. */
function sameIn(message: object, { kind, id }: Part): object | undefined {
  if (id !== undefined) return componentsIn(message).find((component) => component.id === id)
  return kind in message ? message : undefined
}

function componentsIn(message: object): readonly { readonly id?: unknown }[] {
  const payload = Object.values(message).find((value) => typeof value === 'object' && value !== null)
  const { components = [] } = (payload ?? {}) as { readonly components?: readonly { readonly id?: unknown }[] }
  return components
}

function jsonIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A member on each line, as people read it. */
function pretty(value: object): string {
  const members = Object.entries(value).map(([name, inner]) => `  "${name}": ${JSON.stringify(inner)}`)
  return `{\n${members.join(',\n')}\n}`
}
