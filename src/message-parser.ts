/** A message in its wire form → decoded, and ready to be delivered. Its faults are reported when it would be applied. */
import type { Delivery } from './delivery.ts'
import type { Limits } from './errors/limits.ts'
import { asSurfaceError, type SurfaceError } from './errors/surface-error.ts'
import { utf8Bytes } from './json/data-bytes.ts'
import type { JsonValue } from './json/value.ts'
import { decode, spokenVersion } from './protocol/decode.ts'
import type { ProtocolVersion, Received } from './protocol/message.ts'
import type { Source } from './surface/sources.ts'

/** A message as it came, and where it came from. */
export interface Wire {
  readonly value: JsonValue
  /** The line, if there is one. */
  readonly text?: string
  readonly line?: number
  readonly source?: Source
}

/** A parsed line or message that is not applied yet. Nothing was reported so far. */
export interface Parsed {
  /** The surface of a message. */
  readonly surfaceId: string | undefined
  /** Whether it may change more than data. */
  readonly structural: boolean
  apply(): void
}

export interface ParserOptions {
  readonly limits: Limits
  readonly delivery: Delivery
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  readonly lenient: boolean
}

/** A faulty message is one report, and the stream goes on. */
export function createMessageParser({ limits, delivery, report, lenient }: ParserOptions): (wire: Wire) => Parsed {
  function refuse({ value, line }: Wire, thrown: unknown, surfaceId?: string): void {
    delivery.refuse(value)
    report(asSurfaceError(thrown).in({ line, surfaceId }), spokenVersion(value))
  }

  function deliver(wire: Wire, decoded: Received, repairs: readonly SurfaceError[]): void {
    for (const repair of repairs) report(repair, spokenVersion(wire.value))
    try {
      delivery.apply(decoded, () => bytesOf(wire), wire.source)
    } catch (thrown) {
      refuse(wire, thrown, decoded.surfaceId)
    }
  }

  return (wire) => {
    const { value, line } = wire
    const repairs: SurfaceError[] = []
    const warn = lenient ? (repair: SurfaceError) => void repairs.push(repair.in({ line })) : undefined
    let decoded: Received
    try {
      decoded = decode(value, limits, warn, line)
    } catch (thrown) {
      return { surfaceId: undefined, structural: false, apply: () => refuse(wire, thrown) }
    }
    const { surfaceId, kind } = decoded
    return { surfaceId, structural: kind !== 'updateDataModel', apply: () => deliver(wire, decoded, repairs) }
  }
}

/** UTF-8 bytes of a message. */
function bytesOf({ value, text }: Wire): number {
  return utf8Bytes(text ?? JSON.stringify(value))
}
