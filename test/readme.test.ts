// The README's code is that of test/readme, which the compiler checks and whose tests run: see the files there.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogTypes } from '../src/compile.ts'
import travel from './readme/travel/travel.json'

const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8')
const samples = resolve(import.meta.dirname, 'readme')

/** Code of the README, but for what is typed into a shell. */
const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, language, code = '']) =>
  language === 'sh' ? [] : [code],
)

describe("the README's code", () => {
  const files = readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
  const texts = files.map((file) => readFileSync(join(samples, file), 'utf8'))

  it('[PA-9] is there', () => {
    expect(blocks.length).toBeGreaterThan(5)
  })

  it.each(blocks)('[PA-9] is compiled in test/readme: %s', (block) => {
    expect(texts.filter((text) => text.includes(block))).not.toEqual([])
  })

  it.each(files.filter((file) => file.startsWith('travel') && !file.endsWith('.types.ts')))(
    '[PA-9] has the whole of %s',
    (file) => {
      expect(blocks).toContain(readFileSync(join(samples, file), 'utf8'))
    },
  )

  it('[PA-9] has the types that the plugin writes', async () => {
    await expect(await catalogTypes(travel, { name: 'Travel' })).toMatchFileSnapshot('readme/travel/travel.types.ts')
  })
})
