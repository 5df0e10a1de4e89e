/** The one error of this package, and the closed list of what can be wrong. */
import type { ProtocolVersion } from './protocol-version.ts'

/** The closed list. `src/README.md` says of each what it means and what to do; a test compares the two. */
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

export interface ErrorPlace {
  /** What would put it right, in one sentence. */
  readonly hint: string
  /** 1-based number of the line in its stream; absent for messages handed over by `apply`. */
  readonly line?: number
  readonly surfaceId?: string
  readonly componentId?: string
  /** JSON Pointer (RFC 6901) into the received message, such as `/updateComponents/components/0/text`. */
  readonly at?: string
}

interface SurfaceErrorOptions {
  readonly severity?: Severity
  readonly cause?: unknown
  readonly version?: ProtocolVersion | undefined
  readonly confidential?: boolean
}

/** The only error this package throws or reports. Branch on `code`, never on `message`. */
export class SurfaceError extends Error {
  override readonly name = 'SurfaceError'
  readonly code: ErrorCode
  /** `warning`: the input was applied all the same, in whole or with a part left out. */
  readonly severity: Severity
  readonly place: ErrorPlace
  /** The version of the surface, or of the faulty message. Absent: neither is known, and `encode` writes v0.9. */
  readonly version: ProtocolVersion | undefined
  /** It depends on what the user entered that this is reported, so it is for the host alone: `encode` gives nothing for it. */
  readonly confidential: boolean

  constructor(code: ErrorCode, message: string, place: ErrorPlace, options: SurfaceErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.severity = options.severity ?? 'error'
    this.confidential = options.confidential ?? false
    this.place = place
    this.version = options.version
  }

  /** The same error with more of its place known; what an inner door has said already stays. */
  in(outer: { readonly [K in keyof ErrorPlace]?: ErrorPlace[K] | undefined }): SurfaceError {
    const known = Object.fromEntries(Object.entries(outer).filter(([, value]) => value !== undefined))
    return this.with({ ...known, ...this.place })
  }

  /** The same error, its `at` seen from further out. */
  below(prefix: string): SurfaceError {
    return this.movedTo(prefix + (this.place.at ?? ''))
  }

  /** The same error at another place. */
  movedTo(at: string): SurfaceError {
    return this.with({ ...this.place, at })
  }

  private with(place: ErrorPlace, changed: SurfaceErrorOptions = {}): SurfaceError {
    const { severity, version, confidential } = this
    const cause = this.cause === undefined ? {} : { cause: this.cause }
    return new SurfaceError(this.code, this.message, place, { severity, version, confidential, ...cause, ...changed })
  }

  /** The same error, its version known. */
  inVersion(version: ProtocolVersion): SurfaceError {
    return this.version === version ? this : this.with(this.place, { version })
  }

  /** The same error, for the host alone. */
  asConfidential(): SurfaceError {
    return this.with(this.place, { confidential: true })
  }

  /** The same finding as a warning: the input went on without the faulty part. */
  asWarning(): SurfaceError {
    return this.with(this.place, { severity: 'warning' })
  }
}

/** Where reports go. Each refused input is reported once. */
export type Report = (error: SurfaceError) => void

/** Whatever was caught, as a `SurfaceError`: a fault that no door foresaw is ours, and says so. */
export function asSurfaceError(thrown: unknown): SurfaceError {
  if (thrown instanceof SurfaceError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new SurfaceError(
    'INTERNAL',
    `The runtime itself failed: ${message}`,
    { hint: 'This is a fault of surface-runtime; please report it together with the message that caused it.' },
    { cause: thrown },
  )
}
