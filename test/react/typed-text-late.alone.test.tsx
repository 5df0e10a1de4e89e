// The stories of `typed-text.production.test.tsx` with modules that come late: before the first key, after it, or not before the
// browser is online again.
import { afterAll, beforeAll, it, vi } from 'vitest'
import { preload } from '../../src/entries/index.ts'
import { sized } from '../support/soak.ts'
import { modules } from './late-modules.ts'
import { staysSecretWith } from './typed-text-setup.tsx'

vi.mock('../../src/live/lazy-module.ts', async (original) => {
  const actual = await original<typeof import('../../src/live/lazy-module.ts')>()
  return (await import('./late-modules.ts')).lateModules(actual)
})

// So that an arrival takes no time.
beforeAll(() => preload())

// As in the other tests of the rule.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

it(
  '[BC-20] [TT-1] [LZ-3] what leaves the page before a press does not depend on what was typed when modules come late',
  () => staysSecretWith(modules, sized(40, 5_000, 300)),
  3_600_000,
)
