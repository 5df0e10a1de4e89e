// Tests lie as their sources do: whoever knows the file finds its tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/documents.ts'

/** Folders for which src has none; test/README.md says what is in them. */
const withoutSource = [
  ...['repository', 'readme', 'conformance', 'soak', 'bench', 'support', 'react-18', 'vitest-4', 'ai-sdk-6'],
  ...['agent/both', 'authoring/eval', 'entries/types', 'errors/limits'],
]

describe('the folders of test', () => {
  const folders = foldersOf('test')

  it('are those of src and demo, but for those of `withoutSource`', () => {
    expect(folders.length).toBeGreaterThan(40)
    expect(folders.filter((folder) => !hasSource(folder))).toEqual([])
  })

  it('are there for each folder at the top of src', () => {
    const sources = readdirSync(resolve(repository, 'src'), { withFileTypes: true }).filter((one) => one.isDirectory())
    expect(sources.length).toBeGreaterThan(15)
    const tested = new Set(folders.map((folder) => folder.split('/')[0]))
    expect(sources.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([])
  })

  it('have no exception that is not there', () => {
    expect(withoutSource.filter((folder) => !folders.includes(folder))).toEqual([])
  })

  it('are in a README of at most 40 lines', () => {
    expect(readFileSync(resolve(repository, 'test/README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThan(41)
  })
})

function hasSource(folder: string): boolean {
  if (folder === '.' || withoutSource.some((other) => folder === other || folder.startsWith(`${other}/`))) return true
  return existsSync(resolve(repository, /^demo(?:\/|$)/.test(folder) ? folder : `src/${folder}`))
}

/** Folders that hold files, without the packages of others. */
function foldersOf(path: string): readonly string[] {
  const files = readdirSync(resolve(repository, path), { recursive: true, withFileTypes: true })
  const of = files
    .filter((file) => file.isFile())
    .map((file) => file.parentPath.slice(resolve(repository, path).length + 1))
  return [...new Set(of.map((folder) => folder.replaceAll('\\', '/') || '.'))].filter(
    (folder) => !folder.includes('node_modules'),
  )
}
