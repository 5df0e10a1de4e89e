/** What a surface needs from the runtime around it. */
import type { World } from '../catalog/function.ts'
import type { Cell } from '../json/binding.ts'
import type { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import type { ClientEvent, ProtocolVersion } from '../protocol/message.ts'
import type { DataTally } from './data-tally.ts'
import type { OpenUrl } from './link.ts'
import type { MediaPolicy } from './media.ts'
import type { Round } from './round.ts'
import type { Tallies } from './tally.ts'

export interface SurfaceHost {
  readonly limits: Limits
  readonly lenient: boolean
  readonly world: World
  readonly media: MediaPolicy
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: OpenUrl | undefined
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** Hands an event to the host; a promise is pending as long as the host deals with it, and rejects where the host failed. */
  readonly emit: (event: ClientEvent) => Promise<void> | undefined
  /** Milliseconds since the epoch, for what the agent is told. */
  readonly wallClock: () => number
  /** Milliseconds since any moment: never set back, and never refused where a page is rendered ahead of its request. */
  readonly monotonicClock: () => number
  /** When the runtime took its last message, by `monotonicClock`, of whichever surface: they may move one another. */
  readonly heard: () => number
  /** What a function waited for has come: from now on that counts as the last message. */
  readonly arrived: () => void
  /** Tells who follows a change, when it is time. */
  readonly tell: Round['tell']
  /** Whether the user has entered anything on any surface of the runtime. */
  readonly userInput: Cell<boolean>
  /** What all surfaces of the runtime draw. */
  readonly drawn: Tallies
  /** The data that the agent has written to all surfaces of the runtime. */
  readonly stored: DataTally
}
