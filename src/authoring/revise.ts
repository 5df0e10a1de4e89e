/** Asks a model, checks its answer, and asks again for the lines that were refused. */
import type { Catalog } from '../catalog/catalog.ts'
import { clip, getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { componentIndex } from '../protocol/component-place.ts'
import type { SurfaceMessage } from '../protocol/wire.ts'
import { appliedPart } from './applied.ts'
import { type Checked, checkMessages, isLost } from './check.ts'
import { describeFaults } from './describe.ts'
import type { Fault } from './fault.ts'
import { createHeadless } from './headless.ts'
import { type Repair, repairText } from './repair.ts'

/** What the model is asked. */
export interface Ask {
  /** 0: for the first time. */
  readonly round: number
  /** What to tell the model beside the task: what was wrong, at most 1,200 tokens. Empty in round 0. */
  readonly text: string
  /** The answer that `text` is about. Empty in round 0. */
  readonly answer: string
  readonly faults: readonly Fault[]
  readonly signal: AbortSignal
}

/** The model's answer, whole or in pieces: `generateText(…).text` and `streamText(…).textStream` of the AI SDK, say. */
export type Generate = (ask: Ask) => string | AsyncIterable<string> | Promise<string | AsyncIterable<string>>

/** What came of one answer. */
export interface Round extends Checked {
  readonly round: number
  /** As the model wrote it. */
  readonly answer: string
  readonly repairs: readonly Repair[]
}

export interface ReviseOptions {
  readonly catalog: Catalog
  /** How often the model is asked again. Default: 2. */
  readonly rounds?: number | undefined
  /** Messages that the surfaces were made of before. Default: none. */
  readonly before?: readonly SurfaceMessage[] | undefined
  /** Gets what came of each answer. */
  readonly onRound?: ((round: Round) => void) | undefined
  /** Gets each valid message once, as soon as its line has come: for a page that draws meanwhile. */
  readonly onMessage?: ((message: SurfaceMessage) => void) | undefined
  /** Ends it; what has come stays. */
  readonly signal?: AbortSignal | undefined
  /** The tokens of a text, for `Revised.tokens`. */
  readonly count?: ((text: string) => number) | undefined
}

/** `messages`: the valid ones of all rounds. `faults`: those that are left. */
export interface Revised extends Checked {
  /** How often the model was asked again. */
  readonly rounds: number
  /** The tokens of all answers and of all reports to the model. Failed rounds count. Absent without `count`. */
  readonly tokens?: number
  /** `unchanged`: the model made the same mistakes again. */
  readonly stopped: 'valid' | 'rounds' | 'unchanged' | 'aborted'
}

/**
 * What is valid of an answer stays; the model is asked for the rest alone. A refused component is mended once a valid one of its id
 * has come, a refused line once a valid message of its kind has come for its surface. Rejects with what `generate` rejects with;
 * never for what the model wrote.
 */
export async function reviseUntilValid(generate: Generate, options: ReviseOptions): Promise<Revised> {
  const { catalog, rounds = 2, before = [], onRound, onMessage, count, signal = new AbortController().signal } = options
  const delivery = createDelivery(catalog, before, onMessage)
  let ask: Ask = { round: 0, text: '', answer: '', faults: [], signal }
  let open: readonly Refused[] = []
  let tokens = 0
  let left: Pick<Checked, 'faults' | 'more'> = { faults: [], more: 0 }

  function revised(stopped: Revised['stopped']): Revised {
    const valid = stopped === 'valid'
    const { messages } = delivery
    return { valid, messages, ...left, rounds: ask.round, stopped, ...(count && { tokens }) }
  }

  for (;;) {
    if (signal.aborted) return revised('aborted')
    const known = new Set(delivery.messages.map((message) => JSON.stringify(message)))
    const earlier = [...before, ...delivery.messages, ...delivery.waiting]
    const answer = await answerOf(generate, ask, (line) => delivery.stream(line, known))
    tokens += (count?.(ask.text) ?? 0) + (count?.(answer ?? '') ?? 0)
    if (answer === undefined) return revised('aborted')
    const { text, repairs } = repairText(answer)
    // What a model sends again although it is in place is no fault.
    const lines = text.split('\n').map((line) => (known.has(canonical(line)) ? '' : line))
    const checked = checkMessages(lines.join('\n'), catalog, { before: earlier, max: maxFaults })
    delivery.add(checked.messages, known)
    const refused = refusedIn(lines, checked)
    const again = new Set([...checked.messages.flatMap(subjectsOf), ...refused.map(({ subject }) => subject)])
    open = open.filter(({ subject }) => !again.has(subject) && !(subject === '' && again.size > 0))
    const faults = [
      ...checked.faults,
      ...open.map(({ fault }) => fault),
      ...(delivery.messages.length + open.length + checked.faults.length === 0 ? [silence] : []),
    ]
    open = [...open, ...refused]
    left = { faults: faults.slice(0, 20), more: Math.max(0, faults.length - 20) }
    const valid = !faults.some(({ severity }) => severity === 'error')
    onRound?.({ valid, messages: checked.messages, ...left, round: ask.round, answer, repairs })
    if (valid) return revised('valid')
    if (ask.round > 0 && saidIn(faults) === saidIn(ask.faults)) return revised('unchanged')
    if (ask.round >= rounds) return revised('rounds')
    ask = { round: ask.round + 1, text: reportOf(faults, lines), answer, faults, signal }
  }
}

/** Faults of one answer that are compared with those of the next. */
const maxFaults = 200

/** The whole answer; `undefined`: it was ended by the signal. Each line goes to `onLine` as soon as it is whole. */
async function answerOf(generate: Generate, ask: Ask, onLine: (line: string) => void): Promise<string | undefined> {
  const { signal } = ask
  let text = ''
  let start = 0
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  async function collect(): Promise<string> {
    const answer = await generate(ask)
    for await (const piece of typeof answer === 'string' ? [answer] : answer) {
      if (signal.aborted) break
      text += piece
      for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
        onLine(text.slice(start, end))
        start = end + 1
      }
    }
    return text
  }
  try {
    const answer = await Promise.race([collect(), ended])
    return signal.aborted ? undefined : answer
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

interface Delivery {
  /** Delivered, in order. */
  readonly messages: readonly SurfaceMessage[]
  /** Valid ones whose surface has no beginning yet. */
  readonly waiting: readonly SurfaceMessage[]
  /** A line of an answer that still grows: what is right of it is delivered. */
  stream(line: string, known: ReadonlySet<string>): void
  /** The valid messages of a whole answer: delivered, without those that `stream` has delivered, and those that are `known`. */
  add(messages: readonly SurfaceMessage[], known: ReadonlySet<string>): void
}

/** Delivers each message once. What a page would hold waits until its surface begins, so that nothing is out of order there. */
function createDelivery(
  catalog: Catalog,
  before: readonly SurfaceMessage[],
  onMessage: ReviseOptions['onMessage'],
): Delivery {
  const page = createHeadless(catalog)
  page.apply(before)
  const messages: SurfaceMessage[] = []
  let waiting: SurfaceMessage[] = []
  /** Of the answer that is being read. */
  let streamed: string[] = []

  /** Gives what the page took. */
  function deliver(message: JsonValue): SurfaceMessage | undefined {
    const { length } = page.reports
    page.apply([message])
    const taken = appliedPart(message, page.reports.slice(length)) as SurfaceMessage | undefined
    if (!taken) return undefined
    messages.push(taken)
    onMessage?.(taken)
    return taken
  }

  return {
    messages,
    get waiting() {
      return waiting
    },
    stream(line, known) {
      const message = jsonIn(line)
      if (message === undefined || waiting.length > 0) return
      const right = page.applicable(message)
      if (right === undefined || known.has(JSON.stringify(right))) return
      const taken = deliver(right)
      if (taken) streamed.push(JSON.stringify(taken))
    },
    add(valid, known) {
      const fresh = valid.filter((message) => {
        const text = JSON.stringify(message)
        const index = streamed.indexOf(text)
        if (index >= 0) streamed.splice(index, 1)
        return index < 0 && !known.has(text)
      })
      streamed = []
      waiting = [...waiting, ...fresh]
      // A message that begins a surface lets earlier ones go.
      for (let next = waiting.find(mayGo); next; next = waiting.find(mayGo)) {
        waiting.splice(waiting.indexOf(next), 1)
        deliver(next as unknown as JsonValue)
      }
    },
  }

  function mayGo(message: SurfaceMessage): boolean {
    const {
      createSurface: begins,
      updateComponents,
      updateDataModel,
    } = message as Extract<SurfaceMessage, { version: string }>
    const update = updateComponents ?? updateDataModel
    return begins !== undefined || update === undefined || page.surface(update.surfaceId) !== undefined
  }
}

/** The value of a line that is JSON by itself. */
function jsonIn(line: string): JsonValue | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(line) as JsonValue
  } catch {
    return undefined
  }
}

/** The text of a line's value, however it was written. */
function canonical(line: string): string {
  const value = jsonIn(line)
  return value === undefined ? '' : JSON.stringify(value)
}

/** A line or a component that was refused, with one fault of it. */
interface Refused {
  /** What it is about; see `subjectsOf`. */
  readonly subject: string
  readonly fault: Fault
}

function refusedIn(lines: readonly string[], { faults, messages }: Checked): readonly Refused[] {
  const valid = new Set(messages.map((message) => JSON.stringify(message)))
  const bySubject = new Map<string, Refused>()
  for (const fault of faults) {
    const { line, ...elsewhere } = fault
    const text = line === undefined ? '' : (lines[line - 1] ?? '')
    if (line === undefined || fault.severity === 'warning' || isLost(fault) || valid.has(canonical(text))) continue
    const [message = '', ...components] = subjectsOf(jsonIn(text))
    const index = componentIndex(fault.at)
    const subject = (index === undefined ? undefined : components[index]) ?? message
    bySubject.set(`${line} ${subject}`, { subject, fault: elsewhere })
  }
  return [...bySubject.values()]
}

/** What a message is about, then what each of its components is about. */
function subjectsOf(message: unknown): readonly string[] {
  const kind = kindOf(message)
  const payload = isObject(message) ? Object.values(message).find(isObject) : undefined
  const components = payload ? getOwn(payload as JsonObject, 'components') : undefined
  const ids = isList(components)
    ? components.map((one) => (isObject(one) ? getOwn(one as JsonObject, 'id') : undefined))
    : []
  return [kind, ...ids.map((id) => (typeof id === 'string' ? `${kind} ${id}` : kind))]
}

/** What a message as a whole is about, under whichever name: a word of its kind, and its surface. Empty: it cannot be read. */
function kindOf(message: unknown): string {
  if (!isObject(message)) return ''
  const [name = '', payload] = Object.entries(message).find(([, value]) => isObject(value)) ?? []
  const surfaceId = isObject(payload) ? getOwn(payload as JsonObject, 'surfaceId') : undefined
  if (surfaceId === undefined) return ''
  const kind = [/data/i, /create|begin/i, /delete/i].findIndex((word) => word.test(name))
  return `${kind} ${String(surfaceId)}`
}

/** No answer held a message. */
const silence: Fault = {
  ...{ code: 'ENVELOPE_NO_KIND', severity: 'error', at: '' },
  ...{ message: 'The answer holds no message', hint: 'Send the messages as JSON Lines.' },
}

/** The faults without their places, which are others in another answer. */
function saidIn(faults: readonly Fault[]): string {
  return faults
    .map(({ message, hint }) => `${message} ${hint}`)
    .sort()
    .join('\n')
}

/** Lines that are quoted, and the length of a quotation. */
const quoted = { lines: 3, length: 300 }

function reportOf(faults: readonly Fault[], lines: readonly string[]): string {
  const wrong = [...new Set(faults.flatMap(({ line }) => line ?? []))].slice(0, quoted.lines)
  const cut = faults.some(({ code }) => code === 'STREAM_TRUNCATED')
  return [
    'Some of this was refused. Send only what is wrong or missing again, corrected, as JSON Lines and nothing else: all other lines and components are in place.',
    ...(cut ? ['The answer was cut off: send its last line again, whole, and go on.'] : []),
    describeFaults(faults, { maxTokens: 850 }),
    ...wrong.map((line) => `Line ${line} was: ${clip(lines[line - 1] ?? '', quoted.length)}`),
  ].join('\n')
}
