// Code of the README and the guide is that of test/readme, which the compiler checks and test/readme/runs executes. Lines of the surface protocol in them are drawn by test/readme/surfaces.test.tsx.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dependencies, devDependencies, scripts, version } from '../../package.json'
import { catalogTypes } from '../../src/entries/compile.ts'
import { codeBlocks } from '../readme/runs/execute.ts'
import { runs } from '../readme/runs/table.ts'
import travel from '../readme/travel/travel.json'
import {
  anchorsOf,
  type Block,
  blocksOf,
  documents,
  linksOf,
  phrasesOf,
  repository,
  textOf,
} from '../support/documents.ts'

const samples = resolve(import.meta.dirname, '../readme')

const blocks = codeBlocks

describe('code of the README and the guide', () => {
  const files = readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.\w+$/.test(file) && !file.startsWith('runs'),
  )
  const texts = files.map((file) => readFileSync(join(samples, file), 'utf8'))
  const placeOf = ({ file, heading }: Block): string => `${file}: ${heading}`

  it('[PA-9] is there', () => {
    expect(blocks.length).toBeGreaterThan(30)
    expect(documents.length).toBeGreaterThan(15)
  })

  it.each(blocks)('[PA-9] of $file is compiled in test/readme: $code', ({ code }) => {
    expect(texts.filter((text) => text.includes(code))).not.toEqual([])
  })

  it('[PA-9] is executed: every heading with code has a run in test/readme/runs, and every run has a heading', () => {
    const run = Object.entries(runs).flatMap(([file, headings]) =>
      Object.keys(headings).map((heading) => `${file}: ${heading}`),
    )
    const known = new Set(documents.flatMap(blocksOf).map(placeOf))
    expect([...new Set(blocks.map(placeOf))].filter((place) => !run.includes(place))).toEqual([])
    expect(run.filter((place) => !known.has(place))).toEqual([])
  })

  const typed = documents.flatMap(blocksOf).filter(({ language }) => language === 'sh')
  // Where two majors are tested, one has another name: `npm:ai@7.0.1`.
  const installed = Object.entries({ ...dependencies, ...devDependencies }).map(([name, range]) =>
    range.startsWith('npm:') ? range.slice(4) : `${name}@${range.replace('^', '')}`,
  )
  const commands = typed.flatMap(({ code }) => code.trim().split('\n'))

  // `npm run adopt` types them, in fresh projects. Here: what they name is there, in the major that tests use.
  it.each(commands)('[PA-9] is typed with scripts and packages that are there: %s', (command) => {
    const [program, word = '', ...rest] = (command.split(' #')[0] ?? '').trim().split(/\s+/)
    if (program === 'npx')
      expect([...installed, 'surface-runtime@']).toContainEqual(expect.stringContaining(`${word}@`))
    else if (word !== 'install') expect(scripts).toHaveProperty(word)
    for (const wanted of rest.filter((one) => word === 'install' && !one.startsWith('-'))) {
      const [, name = '', major = ''] = /^(@?[^@]+)(?:@(\d+))?$/.exec(wanted) ?? []
      if (name === `./surface-runtime-${version}.tgz`) continue
      expect(installed).toContainEqual(expect.stringMatching(`^${name}@${major}`))
    }
  })

  // What a reader does not have would work here alone: an import, or a line between two blocks.
  it.each(files.filter((file) => /\.tsx?$/.test(file) && !/^(?:surfaces|executed)\.test|\.types\.ts$/.test(file)))(
    '[PA-9] has all of %s but what it declares',
    (file) => {
      const text = readFileSync(join(samples, file), 'utf8')
      const rest = blocks.reduce((left, { code }) => left.replace(code, ''), text)
      const surplus = rest
        .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
        .split('\n')
        .filter((line) => !/^(?:\s*$|\/\/ |declare |export \{)/.test(line))
      expect(surplus).toEqual([])
    },
  )

  it.each(files.filter((file) => file.startsWith('travel') && !file.endsWith('.types.ts')))(
    '[PA-9] has the whole of %s',
    (file) => {
      expect(blocks.map(({ code }) => code)).toContain(readFileSync(join(samples, file), 'utf8'))
    },
  )

  it('[PA-9] has the types that the plugin writes', async () => {
    await expect(await catalogTypes(travel, { name: 'Travel' })).toMatchFileSnapshot('../readme/travel/travel.types.ts')
  })
})

/** Names of the public interface and of the blocks, and those of other packages and of the language. */
const callable = new Set([
  ...`${textOf('src/api.md').replaceAll(/\/\*\*.*?\*\//g, '')} ${blocks.map(({ code }) => code).join(' ')}`.split(
    /\W+/,
  ),
  ...['useChat', 'fromJSONSchema', 'import', 'calc', 'var', 'dark'],
])

const rightColumnsOf = (file: string): readonly string[] => phrasesOf(textOf(file).replaceAll(/^\| .*? \|/gm, '|'))

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

  // What stands in a sentence is called by readers as well.
  it.each(documents)('[GD-8] %s calls nothing that is not there', (file) => {
    // The left column is that of other renderers.
    const phrases = file.endsWith('coming-from.md') ? rightColumnsOf(file) : phrasesOf(textOf(file))
    const called = phrases.flatMap((phrase) =>
      [...phrase.matchAll(/(?<![\w-])([a-z]\w*)\(/gi)].map(([, name = '']) => name),
    )
    expect([...new Set(called)].filter((name) => !callable.has(name))).toEqual([])
  })

  it('[GD-3] has every page of the guide in its index', () => {
    const index = linksOf('demo/guide/README.md').map(({ file }) => file)
    expect(documents.filter((file) => file.startsWith('demo/guide/') && !index.includes(file))).toEqual([
      'demo/guide/README.md',
    ])
  })
})
