/** What carriers share: surface messages within what they bring, lists that come again, attempts to connect. */
import { isObject } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { Runtime } from '../runtime.ts'
import { listNames, sameMessage } from '../sync.ts'

/** `failed`: it broke off, and nothing tries again by itself. */
export type ConnectionState = 'connecting' | 'open' | 'done' | 'failed'

/** A carrier that is connected with a runtime. */
export interface Connection {
  /** What was there stays; where it is `failed`, the page says so in a sentence and offers to try again. */
  readonly state: Binding<ConnectionState>
  /** Connects once more after it has `failed`. What comes again is applied once. */
  retry(): void
  /** Ends the connection. The surfaces stay; `runtime.drop(key)` takes them away. */
  stop(): void
}

/** What a carrier uses of a runtime, which was made with `createRuntime({ sync })`. */
export type CarriedRuntime = Pick<Runtime, 'sync' | 'drop' | 'apply' | 'read' | 'listen'>

/** The surface messages in what a carrier brought: one, a list, or a list in an object. Parts of the agent protocol are opened. */
export function messagesIn(carried: unknown, depth = 0): readonly unknown[] {
  // Deeper lists are no carrier's: the runtime says that they are no message.
  if (depth > mostNested || typeof carried !== 'object' || carried === null) return [carried]
  const listed = Array.isArray(carried) ? carried : listIn(carried as { readonly [name: string]: unknown })
  return listed ? listed.flatMap((one) => messagesIn(one, depth + 1)) : [carried]
}

/** A list of parts, each of which has a list in an object. */
const mostNested = 4

function listIn(carried: { readonly [name: string]: unknown }): readonly unknown[] | undefined {
  if (carried['kind'] === 'data' && 'data' in carried) return [carried['data']]
  const name = listNames.find((one) => Array.isArray(carried[one]))
  return name === undefined ? undefined : (carried[name] as readonly unknown[])
}

/** The surface messages in a text. What is no JSON stays a text: the runtime reports it. */
export function messagesInText(text: string): readonly unknown[] {
  try {
    return messagesIn(JSON.parse(text))
  } catch {
    return [text]
  }
}

/** Of parts of the AI SDK: input that is written, or at work, as its tool has given no output. Of several the last one. */
export function openInputIn(parts: readonly unknown[]): string | undefined {
  const part = parts.findLast((one) => isObject(one) && /^input-/.test(String(one['state'])))
  const { input } = isObject(part) ? part : {}
  // The SDK has closed what is open: what stands last may go on.
  return isObject(input) ? JSON.stringify(input).replace(/["\]}]+$/, '') : undefined
}

/** The surfaces that messages name. Outputs of tools hold anything: what names no surface is no message. */
export function surfaceIdsIn(messages: readonly unknown[]): readonly string[] {
  return messages.flatMap((message) =>
    Object.values(isObject(message) ? message : {}).flatMap((body) => {
      const surfaceId = isObject(body) ? body['surfaceId'] : undefined
      return typeof surfaceId === 'string' ? [surfaceId] : []
    }),
  )
}

/** The messages of one source that may be cut and begin again. */
export interface Feed {
  /** `answer`: to an action, on a way of its own; the source may not repeat it. */
  add(messages: readonly unknown[], answer?: boolean): void
  /** The source begins again: it repeats what it sent, or goes on where it was. */
  restart(): void
  /** Everything has come: what is missing is reported. */
  end(): void
}

/** So many messages are kept, to know those that come again. A stream that goes on is applied as it comes, and not kept. */
const mostHeld = 10_000

export function createFeed(runtime: Pick<CarriedRuntime, 'sync' | 'apply'>, key: string): Feed {
  let held: readonly unknown[] = []
  /** Those of `held` that were answers. */
  const answers = new Set<unknown>()
  /** How many of the messages that are held have come again; -1: those that come go on behind them. */
  let repeated = -1
  /** More has come than is held. */
  let over = false

  /** What has not come again is not held any more, but for answers. A source that repeats nothing goes on. */
  function settle(): void {
    if (repeated > 0) held = held.filter((message, at) => at < repeated || answers.has(message))
    repeated = -1
  }

  /** Whether the source says this again: answers before it need not come. Once it says something else, it goes on. */
  function repeats(message: unknown): boolean {
    for (let at = repeated; at >= 0 && at < held.length; at++) {
      if (sameMessage(message, held[at])) {
        repeated = at + 1
        return true
      }
      if (!answers.has(held[at])) break
    }
    settle()
    return false
  }

  return {
    add(messages, answer = false) {
      const fresh = messages.filter((message) => answer || !repeats(message))
      if (fresh.length === 0) return
      over ||= held.length + fresh.length > mostHeld
      if (over) return runtime.apply(fresh)
      held = [...held, ...fresh]
      if (answer) for (const message of fresh) answers.add(message)
      runtime.sync(key, held)
    },
    restart() {
      repeated = 0
      // What came since is not known: the surfaces begin anew, and what was typed stays.
      if (over) {
        held = []
        answers.clear()
      }
      over = false
    },
    end() {
      settle()
      runtime.sync(key, held, { done: true })
    },
  }
}

/** Milliseconds until each further attempt, where no connection stands in between. */
const delays = [500, 1_000, 2_000, 5_000, 10_000]

/** A connection stands if it lasts so many milliseconds: a server that accepts and breaks off is not asked for ever. */
const standing = 5_000

interface Attempts extends Connection {
  /** Begins the first attempt. */
  start(): void
  /** Aborted by `stop`. */
  readonly signal: AbortSignal
  /** The server has taken the connection. */
  opened(): void
  /** Everything has come. */
  ended(): void
  /** The connection broke. `final`: another attempt would not help. The last one is reported, as a stream that breaks off. */
  broke(cause: unknown, final?: boolean): void
}

/** Connects, and again where the connection breaks. `connect` begins one attempt, which `signal` ends. */
export function createAttempts(runtime: Pick<CarriedRuntime, 'read'>, connect: () => void): Attempts {
  const state = createCell<ConnectionState>('connecting')
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  /** When this attempt was opened, if it was. */
  let openedAt = Number.NaN

  function begin(): void {
    openedAt = Number.NaN
    connect()
  }

  return {
    state,
    signal: ending.signal,
    start: begin,
    opened() {
      openedAt = performance.now()
      state.set('open')
    },
    ended: () => state.set('done'),
    broke(cause, final = false) {
      if (ending.signal.aborted) return
      if (performance.now() - openedAt >= standing) failures = 0
      const delay = final ? undefined : delays[failures++]
      state.set(delay ? 'connecting' : 'failed')
      if (delay) timer = setTimeout(begin, delay)
      else void runtime.read(new ReadableStream({ start: (stream) => stream.error(cause) }))
    },
    retry() {
      if (state.getSnapshot() !== 'failed') return
      failures = 0
      state.set('connecting')
      begin()
    },
    stop() {
      clearTimeout(timer)
      ending.abort()
      state.set('done')
    },
  }
}

/** What a host gets of attempts. `end`: what else is over with them. */
export function connectionOf({ state, retry, stop }: Attempts, end: () => void): Connection {
  return {
    state,
    retry,
    stop() {
      end()
      stop()
    },
  }
}
