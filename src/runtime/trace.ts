/** Where a record of the runtime, such as the inspector's, hears what becomes of each message. */
import type { SurfaceError } from '../errors/surface-error.ts'
import type { Received } from '../protocol/message.ts'
import type { LineSplitter } from '../stream/lines.ts'

/** A line, or a message as it was handed over. */
export interface Given {
  /** 1-based: of the line in its stream, of the message in the list of `sync`. `apply` has none. */
  readonly number?: number | undefined
  /** The text of the line, or the message; an error where the line has no usable text. */
  readonly text: unknown
}

/** The same object for all messages of one stream, of one list of `sync`, or of all calls of `push` and `apply`. */
export interface GivenBy {
  readonly key: string | undefined
  /** `push` and `apply`. */
  readonly endless?: true
}

/** What was made of a line: `received` is its message, `more` are further ones. */
interface Parts {
  readonly received?: Received
  readonly more?: readonly unknown[]
}

/** Hears what becomes of messages, one after the other. What is reported between `begin` and `end` is about the message between them. */
interface Recorder {
  begin(given: Given, by: GivenBy, parts: Parts): void
  /** The message waits for the beginning of its surface. */
  held(): void
  /** A part of it is refused; a message has one part, or those of `more` too. What is neither held nor refused was applied. */
  refused(): void
  /** What follows is about this message, which was held and is applied now. */
  release(received: Received): void
  /** The message is over, or a call of the runtime. */
  end(): void
  /** A fault of the message at hand is reported after `end`, or never. */
  keptBack(error: SurfaceError): void
}

export interface Trace {
  /** Absent unless something records: each message then costs two looks at this member. */
  to?: Recorder | undefined
}

/** The inner face of a runtime. */
export interface Traced {
  readonly trace: Trace
  /** What cuts the chunks of `push` into lines. */
  readonly pushed: Pick<LineSplitter, 'open'>
}

/** Hosts cannot make a runtime: each one comes from `createRuntime`. */
export function tracedOf(runtime: object): Traced {
  return runtime as Traced
}
