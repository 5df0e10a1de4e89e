// The rule itself: surfaces made at random are used twice, with different secrets typed. What leaves the page before a press must
// be the same.
import { afterAll, beforeAll, it, vi } from 'vitest'
import { sized } from '../support/soak.ts'
import { staysSecret } from './typed-text-setup.tsx'

// Pictures of closed parts are loaded after a while, which must not depend on how busy the machine is.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

// A story that went on after its time would draw into the tests that follow.
it(
  '[BC-20] [TT-1] what leaves the page before a press does not depend on what was typed',
  () => staysSecret(sized(150, 10_000, 1_000)),
  3_600_000,
)
