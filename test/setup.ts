// Runs before each file of the `dom` project. Testing Library cleans up by itself only where `afterEach` is a global.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// As long as `expect.poll` in vite.config.ts: a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 })

afterEach(cleanup)

// Files share their worker: the next one waits for real time.
afterAll(() => void vi.useRealTimers())
