// Runs before each file of the `dom` project. Testing Library cleans up by itself only where `afterEach` is a global.
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, vi } from 'vitest'
import { provideDialogs } from '../../src/entries/jsdom-dialogs.ts'

// As long as `expect.poll` in vite.config.ts: a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 })

// The development build makes an Error for each element until it has made many within a second: its complaints then say who made
// the element. They come without these errors too, which take a tenth of the time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: object
}
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined })

// Some files of its projects run without a page.
if (typeof window !== 'undefined') provideDialogs(window)

afterEach(cleanup)

// Files share their worker: the next one waits for real time.
afterAll(() => void vi.useRealTimers())
