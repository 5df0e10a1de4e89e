// src/SECURITY.md says where each threat is tested. The files must be there, and speak of rules.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const text = readFileSync(resolve(repository, 'src/SECURITY.md'), 'utf8')

/** Rows of the table of threats, without its head. */
const threats = (/^\| Threat \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(text)?.[1] ?? '').trim().split('\n')

describe('src/SECURITY.md', () => {
  it('has threats', () => {
    expect(threats.length).toBeGreaterThan(15)
  })

  it.each(threats)('%s', (row) => {
    const files = [...row.matchAll(/`((?:test|e2e)\/[^`]+)`/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !existsSync(resolve(repository, file)))).toEqual([])
  })

  it('names no file that is not there', () => {
    const files = [...text.matchAll(/`((?:test|e2e|src)\/[\w./-]+)`/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(resolve(repository, file)))).toEqual([])
  })

  it('[O-4] says of data models what the guide says', () => {
    const oneLine = (file: string): string => readFileSync(resolve(repository, file), 'utf8').replace(/\s+/g, ' ')
    const [said = ''] =
      /With each message to the agent go .*? of one surface alone\./.exec(oneLine('src/SECURITY.md')) ?? []
    expect(said).toContain('has not sent yet')
    expect(oneLine('demo/guide/trust.md')).toContain(said)
  })

  it('is linked from the README', () => {
    expect(readFileSync(resolve(repository, 'README.md'), 'utf8')).toContain('(src/SECURITY.md)')
  })
})
