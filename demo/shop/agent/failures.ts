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
  const { shop } = context
  if (disagreements.has(error.code)) {
    yield { status: 'rejected', text: `${disagreementOf(error, shop.name)} ${error.continueUrl ?? shop.address}` }
    return
  }
  const silent = silences.has(error.code)
  const title = silent ? `${plain(shop.name)} does not answer` : `${plain(shop.name)} did not do this`
  context.memory.failed = message
  const surface = openSurface(context, 'problem')
  const hint = silent ? 'What you have seen so far is still here.' : plain(error.content)
  if (surface) yield { surface: problemSurface(surface, { title, hint, action: 'retry', label: 'Retry' }) }
  yield {
    status: 'failed',
    text: silent ? 'The shop cannot be reached.' : `The shop did not do this: ${error.content}`,
  }
}

function disagreementOf({ code }: CommerceError, name: string): string {
  if (code === 'version_unsupported')
    return `${name} does not speak my version of the commerce protocol. You can go on in the shop itself:`
  return `${name} offers nothing that I can use. You can go on in the shop itself:`
}
