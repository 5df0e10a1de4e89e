/** All faults of what a model has written, by the runtime's own judgement. */
import type { Catalog } from '../catalog/catalog.ts'
import type { ErrorCode, Severity } from '../errors/surface-error.ts'
import type { SurfaceMessage } from '../protocol/wire.ts'
import { createRuntime } from '../runtime.ts'

export interface Fault {
  readonly code: ErrorCode
  readonly severity: Severity
  /** 1-based number of the line, or of the message in a list. */
  readonly line?: number
  /** JSON Pointer into the message; empty: the message as a whole. */
  readonly at: string
  readonly message: string
  /** What would put it right, in one sentence. */
  readonly hint: string
}

export interface Checked {
  /** Whether no fault is an error. */
  readonly valid: boolean
  /** The messages without an error, in their order. */
  readonly messages: readonly SurfaceMessage[]
  /** At most 20. */
  readonly faults: readonly Fault[]
  /** How many faults were found beyond those listed. */
  readonly more: number
}

export interface CheckOptions {
  /** Messages that the surfaces were made of before: what is checked may change them. Default: none. */
  readonly before?: readonly SurfaceMessage[] | undefined
  /** Whether nothing follows: missing children and roots are faults then. Default: true. */
  readonly final?: boolean | undefined
}

/** Checks JSON Lines, or a list of parsed messages. What a model wrote never throws. */
export function checkMessages(
  input: string | readonly unknown[],
  catalog: Catalog,
  { before = [], final = true }: CheckOptions = {},
): Checked {
  const faults: Fault[] = []
  const runtime = createRuntime({ catalogs: [catalog] })
  runtime.apply(before)
  runtime.listen({
    onError: ({ code, severity, place, message, hint }) =>
      faults.push({
        code,
        severity,
        ...(place.line === undefined ? {} : { line: place.line }),
        at: place.at ?? '',
        message,
        hint,
      }),
  })
  if (typeof input === 'string') runtime.push(input)
  else runtime.apply(input)
  if (final) runtime.end()
  runtime.dispose()
  const wrong = faults.some(({ severity }) => severity === 'error')
  return { valid: !wrong, messages: [], faults: faults.slice(0, 20), more: Math.max(0, faults.length - 20) }
}
