// Runs before each file of the `dom` project. Testing Library cleans up by itself only where `afterEach` is a global.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)
