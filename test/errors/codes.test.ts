// src/errors.md describes every error code. The tables and the lists in the code must name the same codes.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientErrorCodes } from '../../src/agent/protocol/error.ts'
import { wireErrors } from '../../src/agent/protocol/wire-errors.ts'
import { commerceErrorCodes, statusOf } from '../../src/commerce/error.ts'
import { catalogErrorCodes } from '../../src/compiler/catalog-error.ts'
import { errorCodes } from '../../src/entries/core.ts'

const documentText = readFileSync(resolve(import.meta.dirname, '../../src/errors.md'), 'utf8')

describe('src/errors.md', () => {
  it.each([
    ['SurfaceError', errorCodes],
    ['CatalogError', catalogErrorCodes],
    ['AgentError', [...Object.keys(wireErrors), ...clientErrorCodes]],
    ['CommerceError', commerceErrorCodes],
  ])('has one row for each code of %s', (heading, codes) => {
    expect(
      rowsOf(heading)
        .map(([code]) => code)
        .sort(),
    ).toEqual([...codes].sort())
  })

  it('says of each code what it means and what to do', () => {
    const rows = ['SurfaceError', 'CatalogError', 'AgentError', 'CommerceError'].flatMap(rowsOf)
    expect(rows.filter((cells) => cells.length < 3 || cells.includes(''))).toEqual([])
  })

  it('has the HTTP status of each code of a CommerceError', () => {
    for (const [code = '', status] of rowsOf('CommerceError'))
      expect([code, status]).toEqual([code, `${statusOf(code)}`])
  })
})

/** The cells of the tables below a heading, without their heads. The first cell is the code, without its quotes. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = documentText.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const cells = line.split('|').slice(1, -1)
    return cells.map((cell, index) => (index === 0 ? cell.replaceAll('`', '') : cell).trim())
  })
}
