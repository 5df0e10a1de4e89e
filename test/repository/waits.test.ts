// Tests wait for what comes. Where nothing may come, they wait for 300 ms at most.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/documents.ts'

/** Longer waits, and why. */
const allowed = [
  // Processes look once a second at what no notification has told them.
  'test/agent/server/push-limits.test.ts: sleep(1_300)',
]

const waits = /\b(?:waitForTimeout|sleep|wait)\(([\d_]+)\)|\bsetTimeout\(\w+, ([\d_]+)\)\)/g

const filesOf = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/node_modules|^test\/(?:bench|repository|soak)\//.test(file))

it('tests wait for what comes', () => {
  const found = [...filesOf('test'), ...filesOf('e2e')].flatMap((file) =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(waits)].map(([call, ...times]) => ({
      wait: `${file}: ${call}`,
      time: Number(times.join('').replaceAll('_', '')),
    })),
  )
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ time }) => time > 300).map(({ wait }) => wait)).toEqual(allowed)
})
