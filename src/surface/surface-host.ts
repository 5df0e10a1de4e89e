/** What a surface needs from the runtime around it. */
import type { anyCatalog } from '../catalog/any-catalog.ts'
import type { Environment } from '../catalog/expression.ts'
import type { Repairs } from '../catalog/parse-options.ts'
import type { Limits } from '../errors/limits.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import type { Cell } from '../live/binding.ts'
import type { ClientEvent, ProtocolVersion } from '../protocol/message.ts'
import type { Batch } from './batch.ts'
import type { OpenUrl } from './link.ts'
import type { MediaPolicy } from './media.ts'
import type { Quota } from './quota.ts'
import type { withoutSuperseded } from './superseded.ts'

/** What lenient mode does with messages for surfaces. */
export interface SurfaceRepairs extends Repairs {
  readonly anyCatalog: typeof anyCatalog
  readonly withoutSuperseded: typeof withoutSuperseded
}

export interface SurfaceHost {
  readonly limits: Limits
  /** Absent: strict mode. */
  readonly lenient: SurfaceRepairs | undefined
  readonly environment: Environment
  readonly media: MediaPolicy
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: OpenUrl | undefined
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** Hands an event to the host; a promise is pending as long as the host deals with it, and rejects where the host failed. */
  readonly emit: (event: ClientEvent) => Promise<void> | undefined
  /** Milliseconds since the epoch, for the timestamps of events. */
  readonly wallClock: () => number
  /** Milliseconds since any moment. The clock never goes back, and may be read while a page is prerendered. */
  readonly monotonicClock: () => number
  /** When the runtime took its last message for any surface, as `performance.now` says: surfaces may move one another. */
  readonly lastMessageAt: () => number
  /** A message has come, or the module of a function, which counts like a message. */
  readonly arrived: () => void
  /** Notifies a subscriber, now or at the end of the chunk. */
  readonly notify: Batch['notify']
  /** How many surfaces of the runtime hold input that was not sent. */
  readonly holders: Cell<number>
  /** The nodes that all surfaces of the runtime draw. */
  readonly drawn: Quota
  /** The bytes of data of all surfaces of the runtime. */
  readonly stored: Quota
}
