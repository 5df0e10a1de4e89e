// How components are read is worked out once for each runtime, however many share a catalog.
import { expect, it, vi } from 'vitest'
import { createDialect, type Dialect } from '../../src/catalog/dialect.ts'
import { readingV09, v09Grammar } from '../../src/catalog/v09-dialect.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { Limits } from '../../src/errors/limits.ts'
import { CS, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

it('[CI-5] two runtimes with limits of their own do not work out each other’s reading anew', () => {
  const readingFor = vi.fn((limits: Limits) => readingV09(basicCatalog, v09Grammar(basicCatalog, limits)))
  const dialect = createDialect({ ...(basicCatalog.dialects[0] as Dialect), readingFor })
  const catalogs = [{ ...basicCatalog, dialects: [dialect] }]
  const runtimes = [3, 4].map((components) => record({ catalogs, limits: { components } }))
  for (const { send } of runtimes) send(CS('s'))
  for (const id of ['root', 'a', 'b', 'c']) for (const { send } of runtimes) send(UC('s', [T(id, id)]))
  expect(runtimes.map(({ codes }) => codes())).toEqual([['LIMIT_COMPONENTS'], []])
  expect(readingFor).toHaveBeenCalledTimes(2)
})
