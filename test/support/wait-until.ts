// Waits for what other code brings about, however long a busy machine takes.
import { expect } from 'vitest'

/** Milliseconds after which a test fails. What is waited for comes sooner. */
const most = 120_000

/** Looks every few milliseconds until this is true. `expect.poll` costs more than what is waited for. */
export async function waitUntil(holds: () => unknown): Promise<void> {
  for (const end = performance.now() + most; !(await holds()); ) {
    if (performance.now() > end) expect.fail(`Never: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
