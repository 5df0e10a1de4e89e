// Code of the README and the guide is that of test/readme, which the compiler checks and whose tests run: see the files there.
// Lines of the surface protocol in them are drawn by test/readme/surfaces.test.tsx.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogTypes } from '../src/compile.ts'
import travel from './readme/travel/travel.json'
import { anchorsOf, blocksOf, documents, linksOf, repository, textOf } from './support/documents.ts'

const samples = resolve(import.meta.dirname, 'readme')

/** Code of all documents, but for what is typed into a shell, and what an agent sends. */
const blocks = documents.flatMap(blocksOf).filter(({ language }) => language !== 'sh' && language !== 'jsonl')

describe('code of the README and the guide', () => {
  const files = readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
  const texts = files.map((file) => readFileSync(join(samples, file), 'utf8'))

  it('[PA-9] is there', () => {
    expect(blocks.length).toBeGreaterThan(30)
    expect(documents.length).toBeGreaterThan(15)
  })

  it.each(blocks)('[PA-9] of $file is compiled in test/readme: $code', ({ code }) => {
    expect(texts.filter((text) => text.includes(code))).not.toEqual([])
  })

  it.each(files.filter((file) => file.startsWith('travel') && !file.endsWith('.types.ts')))(
    '[PA-9] has the whole of %s',
    (file) => {
      expect(blocks.map(({ code }) => code)).toContain(readFileSync(join(samples, file), 'utf8'))
    },
  )

  it('[PA-9] has the types that the plugin writes', async () => {
    await expect(await catalogTypes(travel, { name: 'Travel' })).toMatchFileSnapshot('readme/travel/travel.types.ts')
  })
})

describe('what users read', () => {
  const links = documents.flatMap(linksOf)
  const known = new Set([...textOf('test/rules.md').matchAll(/^- \*\*([A-Z]+\d*-\d+)\*\*/gm)].map(([, rule]) => rule))

  it('[GD-1] begins with a README of at most 180 lines', () => {
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(180)
  })

  it('[GD-1] has a picture that moves, in less than 300 kB', () => {
    const [picture] = links.filter(({ from, file }) => from === 'README.md' && file.endsWith('.webp'))
    const bytes = readFileSync(join(repository, picture?.file ?? ''))
    expect(bytes.length).toBeLessThan(300_000)
    // More than one frame.
    expect(bytes.toString('latin1').split('ANMF').length).toBeGreaterThan(20)
  })

  it('[GD-2] leads to files and headings that are there', () => {
    expect(links.length).toBeGreaterThan(50)
    const dead = links.filter(
      ({ file, anchor }) => !existsSync(join(repository, file)) || (anchor !== '' && !anchorsOf(file).includes(anchor)),
    )
    expect(dead).toEqual([])
  })

  it('[GD-2] cites rules that are there', () => {
    const cited = documents.flatMap((file) => [...textOf(file).matchAll(/\[([A-Z]+\d*-\d+)\]\(/g)].map(([, id]) => id))
    expect(cited.length).toBeGreaterThan(5)
    expect(cited.filter((rule) => !known.has(rule))).toEqual([])
  })

  it('[GD-3] has every page of the guide in its index', () => {
    const index = linksOf('demo/guide/README.md').map(({ file }) => file)
    expect(documents.filter((file) => file.startsWith('demo/guide/') && !index.includes(file))).toEqual([
      'demo/guide/README.md',
    ])
  })
})
