// src/README.md is the map, and src/commerce/README.md that of one folder: every file and folder that they name is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
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
    const foldersOf = (path: string): readonly string[] =>
      readdirSync(resolve(src, path), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [`${path}${entry.name}/`] : [],
      )
    const folders = foldersOf('').flatMap((name) => (/^(features|shared)\//.test(name) ? foldersOf(name) : [name]))
    expect(folders.length).toBeGreaterThan(20)
    expect(folders.filter((name) => !map.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the map of the commerce protocol', () => {
  const folder = resolve(src, 'commerce')
  const text = readFileSync(resolve(folder, 'README.md'), 'utf8')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const walks = text.slice(text.indexOf('## Walks')).split('\n\n').slice(1)

  it('names every file, and only files that are there', () => {
    const code = files.filter((file) => file.endsWith('.ts') && !/^(?:business\/)?index\.ts$/.test(file))
    expect(
      code.filter((file) => !text.includes(`\`${file}\``) && !text.includes(`\`${file.split('/').at(-1)}\``)),
    ).toEqual([])
    const named = [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file)
    expect(named.filter((file) => !isThere(file, files))).toEqual([])
  })

  it('has two walks of at most eight files', () => {
    const lengths = walks.map((walk) => new Set([...walk.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file)).size)
    expect(lengths).toHaveLength(2)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(8)
  })
})

/** By its path below src, by its path in the repository, or by its last names. */
function isThere(file: string, names: readonly string[]): boolean {
  return names.some((name) => name === file || name.endsWith(`/${file}`)) || existsSync(resolve(src, '..', file))
}
