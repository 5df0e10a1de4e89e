// What lies beside a checkout and not in it: public examples, suites and schemas. They are read, never copied.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'vitest'

/** The absolute path of a file or folder of `../shared`; undefined where it is not there. */
export function outside(path: string): string | undefined {
  const found = resolve(import.meta.dirname, '../../../shared', path)
  return existsSync(found) ? found : undefined
}

/** Like `describe`, for what needs that path. Without it one test is skipped, whose title says why; `npm test` counts them. */
export function describeOutside(path: string, name: string, suite: (found: string) => void): void {
  const found = outside(path)
  describe(name, () => {
    if (found) suite(found)
    else it.runIf(false)(`there is no ../shared/${path} beside this checkout`)
  })
}
