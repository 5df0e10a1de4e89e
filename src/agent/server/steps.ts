/** What `execute` yields, one value after the other, until the turn is aborted. */
import type { Execute, Yielded } from './execute.ts'
import { untilAborted } from './until-aborted.ts'

export interface Steps {
  /** The next value, or `aborted` as soon as the turn is aborted. Rejects with what `execute` throws. */
  readonly next: () => Promise<IteratorResult<Yielded> | 'aborted'>
  /** Ends the generator. Nobody waits for its last steps; their errors go to `onError`. */
  readonly stop: () => void
}

/** Throws a `TypeError` for what cannot be iterated: a mistake of the host that its types do not show in JavaScript. */
export function createSteps(values: unknown, signal: AbortSignal, onError: (error: unknown) => void): Steps {
  const iterator = iteratorOf(values, onError)
  return {
    next: async () => (signal.aborted ? 'aborted' : untilAborted(Promise.resolve(iterator.next()), signal)),
    stop() {
      Promise.resolve(iterator.return?.()).catch(onError)
    },
  }
}

type Values = AsyncIterator<Yielded> | Iterator<Yielded>

function iteratorOf(values: unknown, onError: (error: unknown) => void): Values {
  if (isIterable(values)) {
    return Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]()
  }
  const isPromise = values instanceof Promise
  // Nobody awaits this promise: without `catch` its rejection would end the process.
  if (isPromise) values.catch(onError)
  const what = isPromise ? 'a promise' : values === null ? 'null' : typeof values
  throw new TypeError(`execute must return what it yields, and returned ${what}: write "async *execute(context) { … }"`)
}

function isIterable(values: unknown): values is ReturnType<Execute> {
  return typeof values === 'object' && values !== null && (Symbol.asyncIterator in values || Symbol.iterator in values)
}
