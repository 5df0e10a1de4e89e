/** What the shop could not do → what the user is told. The one place where errors of the shop become words. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { CommerceError } from '../../../src/commerce/index.ts'
import type { PlanMessage } from './message.ts'
import { plain } from './plain.ts'
import type { PlanContext } from './plan.ts'
import { problemSurface } from './problem-surface.ts'
import { openSurface } from './surfaces.ts'

/** Both sides have nothing in common: to try again is no use, but the shop has pages of its own. */
const disagreements = new Set(['version_unsupported', 'capabilities_incompatible', 'binding_missing'])

/** Nobody answers, for now. */
const silences = new Set([
  ...['network_failed', 'profile_unreachable', 'temporarily_unavailable', 'internal_error', 'rate_limited'],
])

/** Throws what is no error of the shop. `message` is what “Retry” repeats. */
export function* failed(error: unknown, message: PlanMessage, context: PlanContext): Generator<Yielded> {
  if (!(error instanceof CommerceError)) throw error
  const { shop, memory } = context
  const { words } = memory
  if (disagreements.has(error.code)) {
    const reason = error.code === 'version_unsupported' ? words.otherVersion : words.nothingInCommon
    yield { status: 'rejected', text: `${reason(shop.name)} ${error.continueUrl ?? shop.address}` }
    return
  }
  const silent = silences.has(error.code)
  const title = (silent ? words.silentTitle : words.refusedTitle)(plain(shop.name))
  memory.failed = message
  const surface = openSurface(context, 'problem')
  const hint = silent ? words.silentHint : plain(error.content)
  if (surface) yield { surface: problemSurface(surface, { title, hint, action: 'retry', label: words.retry }) }
  yield {
    status: 'failed',
    text: silent ? words.silent : words.refused(error.content),
  }
}
