/** The one error of this package, and the closed list of what can be wrong. */
import type { ProtocolVersion } from './protocol-version.ts'

/** The closed list. `src/errors.md` says of each what it means and what to do; a test compares the two. */
export const errorCodes = [
  // the stream
  'STREAM_TRUNCATED',
  'STREAM_FAILED',
  'ENCODING_INVALID',
  'LIMIT_LINE_BYTES',
  'JSON_SYNTAX',
  'JSON_DUPLICATE_KEY',
  'NUMBER_RANGE',
  'NUMBER_PRECISION',
  'LIMIT_DEPTH',
  'LIMIT_STRING',
  // the envelope
  'ENVELOPE_NOT_OBJECT',
  'ENVELOPE_NO_KIND',
  'ENVELOPE_UNKNOWN_KIND',
  'ENVELOPE_MULTIPLE_KINDS',
  'ENVELOPE_INVALID',
  'VERSION_MISSING',
  'VERSION_UNSUPPORTED',
  'VERSION_MIXED',
  // surfaces
  'CATALOG_UNKNOWN',
  'SURFACE_NOT_FOUND',
  'SURFACE_EXISTS',
  'LIMIT_SURFACES',
  'LIMIT_HELD',
  'ROOT_MISSING',
  'CHILD_MISSING',
  // the data model
  'POINTER_SYNTAX',
  'POINTER_FORBIDDEN',
  'POINTER_INDEX',
  'DATA_NOT_CONTAINER',
  'LIMIT_DATA_BYTES',
  // components and functions
  'COMPONENT_SHAPE',
  'COMPONENT_UNKNOWN',
  'VALIDATION_FAILED',
  'ID_DUPLICATE',
  'GRAPH_CYCLE',
  'LIMIT_COMPONENTS',
  'FUNCTION_UNKNOWN',
  'FUNCTION_NOT_PURE',
  'FUNCTION_FAILED',
  'TEMPLATE_SYNTAX',
  'LIMIT_CALL_DEPTH',
  'LIMIT_WORK',
  // rendering and actions
  'RENDER_FAILED',
  'LIMIT_NODES',
  'LIMIT_RENDER_DEPTH',
  'LIMIT_MARKS',
  'MEDIA_REFUSED',
  'ACTION_STALE',
  'ACTION_RATE',
  'ACTION_FAILED',
  // the runtime
  'RUNTIME_DISPOSED',
  'INTERNAL',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export type Severity = 'error' | 'warning'

/** Where an error lies. Members that are not known are absent. */
export interface ErrorPlace {
  /** 1-based number of the line in its stream; absent for messages handed over by `apply`. */
  readonly line?: number
  /** JSON Pointer (RFC 6901) into the received message, such as `/updateComponents/components/0/text`. */
  readonly at?: string
  readonly surfaceId?: string
  /** The source of the surface or of the message, where it has a name; see `Surface.source`. */
  readonly source?: string
  readonly componentId?: string
}

/** What a hint says, as data: for what reads hints by program, as checks of a model's answer do. */
export interface Expected {
  /** What may stand there, the likeliest first: allowed values, or names. */
  readonly words?: readonly string[]
  /** `near`: the first word is nearly what was sent. `name`: the place is to have the first word as its name. */
  readonly as?: 'near' | 'name'
  /** The value that was meant. */
  readonly value?: unknown
  /** The value refers to components that are to be sent as well. */
  readonly hasParts?: boolean
  /** The id that is to be taken out. */
  readonly surplus?: string
}

/** How to put something right. */
export interface Remedy {
  /** In one sentence. */
  readonly hint: string
  readonly expected?: Expected | undefined
}

/** What an error is made of beside code and message: how to put it right, and as much of its place as is known. */
export interface ErrorDetails extends ErrorPlace {
  /** What would put it right, in one sentence. */
  readonly hint: string
  /** @internal */
  readonly expected?: Expected | undefined
}

interface SurfaceErrorOptions {
  readonly severity?: Severity
  readonly cause?: unknown
  readonly version?: ProtocolVersion | undefined
  readonly confidential?: boolean
}

/** A `SurfaceError` as plain data, for logs. The cause is left out: it may be anything. */
export interface SurfaceErrorJson {
  readonly name: 'SurfaceError'
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
  readonly severity: Severity
  readonly place: ErrorPlace
  readonly version: ProtocolVersion | undefined
  /** Whether to keep this report from the agent. */
  readonly confidential: boolean
}

/** The only error this package throws or reports. Branch on `code`, never on `message`. */
export class SurfaceError extends Error {
  override readonly name = 'SurfaceError'
  declare readonly code: ErrorCode
  /** What would put it right, in one sentence. */
  declare readonly hint: string
  /** @internal */
  declare readonly expected: Expected | undefined
  /** `error`: a message or a component was refused. `warning`: it was applied, in whole or with a part left out. */
  declare readonly severity: Severity
  declare readonly place: ErrorPlace
  /** The version of the surface, or of the faulty message. Absent: neither is known, and `encode` writes v0.9. */
  declare readonly version: ProtocolVersion | undefined
  /** The report depends on user input, so it is for the host alone: `encode` returns nothing for it. */
  declare readonly confidential: boolean

  constructor(code: ErrorCode, message: string, details: ErrorDetails, options: SurfaceErrorOptions = {}) {
    super(message, options)
    const { hint, expected, ...place } = details
    this.code = code
    this.hint = hint
    this.expected = expected
    this.severity = options.severity ?? 'error'
    this.place = place
    this.version = options.version
    this.confidential = options.confidential ?? false
  }

  /** What `JSON.stringify` writes. An `Error` of its own would become `{}`. */
  toJSON(): SurfaceErrorJson {
    // Message, stack and cause of an error are not enumerable.
    return { ...this, message: this.message, expected: undefined }
  }

  /**
   * @internal More of the place is known. What is known already stays. An error is one object from where it is thrown to
   * where it is reported: a new one at each step would collect a new stack each time.
   */
  in(outer: { readonly [K in keyof ErrorPlace]?: ErrorPlace[K] | undefined }): this {
    const place = this.place as { [name: string]: unknown }
    for (const [name, value] of Object.entries(outer)) if (value !== undefined) place[name] ??= value
    return this
  }

  /** @internal `at` is seen from further out. */
  below(prefix: string): this {
    return this.movedTo(prefix + (this.place.at ?? ''))
  }

  /** @internal The error is reported at another place. */
  movedTo(at: string): this {
    Object.assign(this.place, { at })
    return this
  }

  /** @internal The version is known, or the error is for the host alone. */
  with(known: Pick<SurfaceErrorOptions, 'version' | 'confidential'>): this {
    return Object.assign(this, known)
  }

  /** @internal A copy as a warning: the input went on without the faulty part, and may keep the error itself. */
  asWarning(): SurfaceError {
    return this.copy({ severity: 'warning' })
  }

  /** @internal A copy of an error that somebody else keeps, such as a host's function: its place may grow. */
  copy(changed: Pick<SurfaceErrorOptions, 'severity'> = {}): SurfaceError {
    const { code, message, hint, expected, place, cause } = this
    return new SurfaceError(
      code,
      message,
      { hint, expected, ...place },
      { ...this, ...(cause !== undefined && { cause }), ...changed },
    )
  }
}

/** Where reports go. Each fault is reported once. */
export type Report = (error: SurfaceError) => void

/** The most faults of one message that strict mode reports. Bounds work: each costs a look at its component, and its words 13 µs. */
export const maxFaultsOfMessage = 20

/** What is thrown for one or several faults of a message. */
export function together(faults: readonly SurfaceError[]): Error {
  const [only, second] = faults
  return only && !second ? only : new AggregateError(faults)
}

/** Whatever was caught: the faults that were thrown together, or one. */
export function asSurfaceErrors(thrown: unknown): readonly SurfaceError[] {
  return thrown instanceof AggregateError ? thrown.errors.map(asSurfaceError) : [asSurfaceError(thrown)]
}

/** The same to throw on, where more is known of the place of each fault. */
export function eachPlaced(thrown: unknown, place: (fault: SurfaceError) => SurfaceError): Error {
  return together(asSurfaceErrors(thrown).map(place))
}

/**
 * Whatever was caught, as a `SurfaceError`: an unexpected error is a fault of this library, and its message says so.
 */
export function asSurfaceError(thrown: unknown): SurfaceError {
  if (thrown instanceof SurfaceError) return thrown
  return new SurfaceError(
    'INTERNAL',
    `The runtime itself failed: ${reasonOf(thrown)}`,
    { hint: 'Please report it to surface-runtime, with the message that caused it.' },
    { cause: thrown },
  )
}

/** What was caught, in words. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
