/** What carriers share: surface messages within what they bring, lists that come again, attempts to connect. */

import { sameMessage } from '../features/sync/sync.ts'
import { isObject } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { ActedOn } from '../runtime/delivery.ts'
import type { SyncOptions } from '../runtime/features.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** `failed`: it broke off, and nothing tries again by itself. */
export type ConnectionState = 'connecting' | 'open' | 'done' | 'failed'

/** A carrier that is connected with a runtime. */
export interface Connection {
  /** What was there stays; where it is `failed`, the page says so in a sentence and offers to try again. */
  readonly state: Binding<ConnectionState>
  /** Connects once more after it has `failed`. What comes again is applied once. */
  retry(): void
  /** Ends the connection. The surfaces stay; `runtime.drop` of each source takes them away. */
  stop(): void
  /** The names of its sources, one for each answer, oldest first: `<SurfaceList source>` draws those of one, or of all. */
  readonly sources: Binding<readonly string[]>
}

/** What a carrier uses of a runtime, which was made with `createRuntime({ sync })`. */
export type CarriedRuntime = Pick<Runtime, 'sync' | 'drop' | 'apply' | 'read' | 'newSource'>

/** Of parts of the AI SDK: input that is written, or at work, as its tool has given no output. Of several the last one. */
export function openInputIn(parts: readonly unknown[]): string | undefined {
  const part = parts.findLast((one) => isObject(one) && /^input-/.test(String(one['state'])))
  const { input } = isObject(part) ? part : {}
  // The SDK has closed what is open: what stands last may go on.
  return isObject(input) ? JSON.stringify(input).replace(/["\]}]+$/, '') : undefined
}

/**
 * Runs tasks one behind the other: a chat has one answer under way at a time, and its state says nothing of two. `isBusy`: the host has
 * asked something itself.
 */
export function inTurn(isBusy: () => boolean): (task: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(async () => {
      while (isBusy()) await new Promise((resolve) => setTimeout(resolve, 50))
      return task()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/** What comes by one connection: answers, each a source of its own. The connection may break, and then repeat what it said. */
export interface Answers {
  /** The names of the sources, oldest first. */
  readonly sources: Binding<readonly string[]>
  /** Messages of the answer that is under way; behind the end of one they begin the next. `answerTo`: the event that this one is for. */
  add(messages: readonly unknown[], answerTo?: ActedOn): void
  /** Begins an answer to an event, which comes on a way of its own. The connection need not repeat it. */
  addReply(answerTo: ActedOn): Reply
  /** The connection begins again: it repeats what it sent, or goes on where it was. */
  restart(): void
  /** The answer is whole: what is missing is reported. */
  end(): void
}

export type Reply = Pick<Answers, 'add' | 'end'>

interface Answer {
  readonly key: string
  answerTo: ActedOn | undefined
  /** The messages so far, to know those that come again. */
  held: readonly unknown[]
  /** More has come than is held. */
  isOver: boolean
  isDone: boolean
}

/** A place in what came before the connection broke: the next message may be the one that stands here. */
interface Place {
  readonly answer: number
  readonly index: number
}

/** So many messages of an answer are kept. What comes behind them is applied as it comes, and not kept. */
const mostHeld = 10_000

export interface AnswersOptions {
  /** The name of the first source, whether another connection has it or not. */
  readonly source?: string | undefined
  /** The name where the host gives none. Sources behind the first have a number behind their name. */
  readonly otherwise: string
  readonly onEvent?: SyncOptions['onEvent']
}

export function createAnswers(
  runtime: Pick<CarriedRuntime, 'sync' | 'apply' | 'newSource'>,
  { source, otherwise, onEvent }: AnswersOptions,
): Answers {
  const sources = createCell<readonly string[]>([])
  const name = source ?? otherwise
  const answers = [begin(source ?? runtime.newSource(name))]
  const replies: Answer[] = []
  /** Where the connection may be in what it repeats; empty: it says something new. */
  let places: readonly Place[] = []
  /** How many messages of each reply have come again. */
  const repliesAgain = new Map<Answer, number>()

  function begin(key: string, answerTo?: ActedOn): Answer {
    sources.set([...sources.getSnapshot(), key])
    return { key, answerTo, held: [], isOver: false, isDone: false }
  }

  function current(answerTo: ActedOn | undefined): Answer {
    const last = answers.at(-1) as Answer
    if (!last.isDone && last.held.length === 0) last.answerTo ??= answerTo
    if (!last.isDone) return last
    const next = begin(runtime.newSource(name), answerTo)
    answers.push(next)
    return next
  }

  /** Where else a place is: behind the last message of an answer begins the next one. */
  function withNext(place: Place): readonly Place[] {
    const { held, isDone } = answers[place.answer] as Answer
    const isEnd = isDone && place.index === held.length && place.answer + 1 < answers.length
    return isEnd ? [place, ...withNext({ answer: place.answer + 1, index: 0 })] : [place]
  }

  /** Whether the message was there before the connection broke, at a place where it may come again. */
  function isRepeated(message: unknown): boolean {
    const next = places
      .flatMap(withNext)
      .filter(({ answer, index }) => index < held(answer).length && sameMessage(message, held(answer)[index]))
    if (next.length > 0) {
      places = next.map(({ answer, index }) => ({ answer, index: index + 1 }))
      return true
    }
    const reply = [...repliesAgain].find(
      ([{ held }, index]) => index < held.length && sameMessage(message, held[index]),
    )
    if (!reply) return false
    repliesAgain.set(reply[0], reply[1] + 1)
    return true
  }

  function held(answer: number): readonly unknown[] {
    return answers[answer]?.held ?? []
  }

  /** The connection says something new. What it has not repeated of the answer under way is not held any more. */
  function settle(): void {
    const last = answers.at(-1) as Answer
    const index = places.find(({ answer }) => answer === answers.length - 1)?.index ?? 0
    if (!last.isDone && index > 0) last.held = last.held.slice(0, index)
    places = []
    repliesAgain.clear()
  }

  function put(answer: Answer, messages: readonly unknown[]): void {
    if (messages.length === 0) return
    const { answerTo } = answer
    answer.isOver ||= answer.held.length + messages.length > mostHeld
    if (answer.isOver) runtime.apply(messages, { source: answer.key })
    else {
      answer.held = [...answer.held, ...messages]
      runtime.sync(answer.key, answer.held, { onEvent, answerTo })
    }
  }

  function endOf(answer: Answer): void {
    answer.isDone = true
    runtime.sync(answer.key, answer.held, { done: true, onEvent })
  }

  return {
    sources,
    add(messages, answerTo) {
      const fresh = places.length > 0 ? messages.slice(firstNew(messages)) : messages
      if (fresh.length > 0 && places.length > 0) settle()
      if (fresh.length > 0) put(current(answerTo), fresh)
    },
    addReply(answerTo) {
      const answer = begin(runtime.newSource(name), answerTo)
      replies.push(answer)
      return { add: (messages) => put(answer, messages), end: () => endOf(answer) }
    },
    restart() {
      const last = answers.at(-1) as Answer
      // What came since is not known: the surfaces begin anew, and what was typed stays.
      if (last.isOver) Object.assign(last, { held: [], isOver: false })
      places = answers.map((_, answer) => ({ answer, index: 0 }))
      for (const reply of replies) repliesAgain.set(reply, 0)
    },
    end() {
      const again = places.filter(
        ({ answer, index }) => answers[answer]?.isDone && index === held(answer).length && index > 0,
      )
      // The connection repeats the end of an answer.
      if (again.length > 0 && answers.length > 1) {
        places = again.flatMap(withNext).filter(({ index }) => index === 0)
        return
      }
      settle()
      endOf(answers.at(-1) as Answer)
    },
  }

  /** The index of the first message that does not come again. */
  function firstNew(messages: readonly unknown[]): number {
    const first = messages.findIndex((message) => !isRepeated(message))
    return first < 0 ? messages.length : first
  }
}

/** Milliseconds until each further attempt, where no connection stands in between. */
const delays = [500, 1_000, 2_000, 5_000, 10_000]

/** A connection stands if it lasts so many milliseconds: a server that accepts and breaks off is not asked for ever. */
const standing = 5_000

interface Reconnect extends Omit<Connection, 'sources'> {
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
export function createReconnect(runtime: Pick<CarriedRuntime, 'read'>, connect: () => void): Reconnect {
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

/** What a host gets of a connection. `end`: what else is over with it. */
export function connectionOf({ state, retry, stop }: Reconnect, { sources }: Answers, end?: () => void): Connection {
  return {
    state,
    sources,
    retry,
    stop() {
      end?.()
      stop()
    },
  }
}
