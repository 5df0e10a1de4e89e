// What a reader does who takes the hints of faults literally.
import type { Fault } from '../../src/authoring/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'

type Holder = { [name: string]: JsonValue }

/** The lines with each hint done as it says, from the last one on; or a hint that takes more than words to be done. */
export function obeyed(text: string, faults: readonly Fault[]): string | { readonly cannot: string } {
  const lines = text.split('\n')
  for (const fault of faults.toReversed()) {
    const { line = 0, at, hint } = fault
    const value = parsed(lines[line - 1] ?? '')
    if (value === undefined) return { cannot: hint }
    const names = at
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (!follow(value as Holder, names, fault)) return { cannot: hint }
    lines[line - 1] = JSON.stringify(value)
  }
  return lines.filter((one) => one !== '{}').join('\n')
}

function follow(value: Holder, names: readonly string[], { message, hint }: Pick<Fault, 'message' | 'hint'>): boolean {
  const holder = names
    .slice(0, -1)
    .reduce<JsonValue | undefined>((one, name) => (one as Holder | undefined)?.[name], value) as Holder | undefined
  const last = names.at(-1)
  if (last === undefined || typeof holder !== 'object' || holder === null) return false
  const [sentence = hint, rest = ''] = [/^.*?[.?](?= [A-Z]|$)/.exec(hint)?.[0], /^.*?[.?] (.*)$/.exec(hint)?.[1]]
  const [, to] = /^(?:Rename ".*?" to|Did you mean|Write) "(.*?)"[?.]$/.exec(sentence) ?? []
  const [, from = last] = /^Rename "(.*?)"/.exec(sentence) ?? []
  const [, name, json] = /^Send (?:"(\w+)": )?(.*)\.$/.exec(hint.startsWith('Send') ? whole(hint) : '') ?? []
  if (to !== undefined && holder[last] === from) {
    holder[last] = to
    return true
  }
  if (
    to !== undefined &&
    (from !== last || !sentence.startsWith('Did') || message.startsWith('There is no property'))
  ) {
    const sent = holder[from]
    if (sent !== undefined) holder[to] = sent
    if (from !== to) delete holder[from]
    return !rest.startsWith('Send ') || follow(value, [...names.slice(0, -1), to], { message, hint: rest })
  }
  if (to !== undefined) holder[last] = to
  else if (sentence === 'Leave it out.' && Array.isArray(holder)) holder.splice(Number(last), 1)
  else if (sentence === 'Leave it out.') delete holder[last]
  else if (/^Write its members beside/.test(sentence)) {
    Object.assign(holder, holder[last])
    delete holder[last]
  } else {
    const sent = json === undefined ? undefined : parsed(json)
    if (sent === undefined) return false
    if (name !== undefined && name !== last) delete holder[last]
    holder[name ?? last] = sent
  }
  return true
}

/** A sentence with JSON in it, without those after it. */
function whole(hint: string): string {
  return hint.replace(/\. (?:Send|Rename|Leave) .*$/, '.')
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    return undefined
  }
}
