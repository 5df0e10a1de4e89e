// src/README.md is the map: every file and folder that it names is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../src')
const map = readFileSync(resolve(src, 'README.md'), 'utf8')

describe('the map', () => {
  it('has fewer than 100 lines', () => {
    expect(map.trimEnd().split('\n').length).toBeLessThan(100)
  })

  it('names only files that are there', () => {
    const named = [...map.matchAll(/`([\w/.-]+\.(?:tsx?|css|md))`/g)].map(([, file = '']) => file)
    const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((file) => !isThere(file, names))).toEqual([])
  })

  it('names every folder that holds code of the library', () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.filter(({ name }) => !map.includes(`\`${name}/\``)).map(({ name }) => name)).toEqual([])
  })
})

/** By its path below src, by its path in the repository, or by its last names. */
function isThere(file: string, names: readonly string[]): boolean {
  return names.some((name) => name === file || name.endsWith(`/${file}`)) || existsSync(resolve(src, '..', file))
}
