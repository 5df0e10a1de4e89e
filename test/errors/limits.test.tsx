// Every limit at its edge: what reaches it is taken, one more has its code. Twice, by its default and as an option. What
// is left of the rest, and that neighbours live, is tested where each limit belongs.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRuntime, defaultLimits, errorCodes } from '../../src/entries/index.ts'
import { texts } from '../react/mount.tsx'
import { CS, lines, T, UC, UD } from '../support/messages.ts'
import { button, drawing, flat, sending } from './limits/edge.ts'
import { edgesOfDrawing } from './limits/of-drawing.ts'
import { edgesOfMessages } from './limits/of-messages.ts'

const edges = [...edgesOfMessages, ...edgesOfDrawing]

const named = edges.map((edge) => [edge.what === undefined ? edge.limit : `${edge.limit}, ${edge.what}`, edge] as const)

describe.each(named)('%s', (_, { limit, code, small, use, large = false, beside = {} }) => {
  it.skipIf(large)('[S-12] holds by default at its edge', async () => {
    const size = defaultLimits[limit]
    expect(await use(size, beside)).toEqual([])
    expect(await use(size + 1, beside)).toEqual([code])
  })

  it('[S-12] holds as an option at its edge', async () => {
    expect(await use(small, { ...beside, [limit]: small })).toEqual([])
    expect(await use(small + 1, { ...beside, [limit]: small })).toEqual([code])
  })
})

describe('templateItems', () => {
  it.each([
    ['by default', defaultLimits.templateItems, {}],
    ['as an option', 3, { templateItems: 3 }],
  ])('[S-12] is how many are drawn at first: %s', async (_, size, limits) => {
    const exact = await drawing(limits, ...flat(size + 1))
    expect([texts(exact.container).length, exact.container.querySelectorAll('.sf-more').length]).toEqual([size, 0])
    exact.page.unmount()
    const over = await drawing(limits, ...flat(size + 2))
    expect([texts(over.container).length, texts(over.container, '.sf-more')]).toEqual([size, ['Show more (1)']])
    expect(over.codes()).toEqual([])
  })
})

describe('the limits', () => {
  it('[S-12] are all in this file', () => {
    const tested = new Set<string>([...edges.map(({ limit }) => limit), 'templateItems'])
    expect(Object.keys(defaultLimits).filter((name) => !tested.has(name))).toEqual([])
  })

  it('[S-12] may be switched off one by one, with Infinity', () => {
    const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, Number.POSITIVE_INFINITY]))
    const { runtime, codes } = sending(limits, CS('s'), UC('s', [...button, T('x'.repeat(300), 'x')]))
    runtime.push(lines(UD('s', '/n', 'x'.repeat(1_200_000))))
    expect(codes()).toEqual([])
  })

  it.each([
    ['lineByte', 5],
    ['nodes', -1],
    ['nodes', Number.NaN],
  ])('[S-12] refuse a mistake of the host: %s: %d', (name, value) => {
    expect(() => createRuntime({ limits: { [name]: value } })).toThrow(TypeError)
  })
})

/** Rows of the guide's table: names, defaults and codes. */
function documented(): readonly (readonly [name: string, value: number, codes: readonly string[]])[] {
  const page = readFileSync(resolve(import.meta.dirname, '../../demo/guide/trust.md'), 'utf8')
  const table = /^\| Limit \| Default \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? ''
  return table.split('\n').flatMap((row) => {
    const [, limit = '', values = '', over = ''] = row.split('|')
    const numbers = values.split(/,\s/).map((value) => Number(value.replaceAll(',', '')))
    const codes = [...over.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code)
    return [...limit.matchAll(/`(\w+)`/g)].map(
      ([, name = ''], index) => [name, numbers[index] ?? Number.NaN, codes] as const,
    )
  })
}

describe("the guide's table of limits", () => {
  it('[S-12] names all of them, with their defaults', () => {
    const read = Object.fromEntries(documented().map(([name, value]) => [name, value]))
    expect(read).toEqual(defaultLimits)
  })

  it('[S-12] names the codes that are tested here', () => {
    for (const [name, , codes] of documented()) {
      expect(codes.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([])
      expect([name, ...codes]).toEqual([
        name,
        ...new Set(edges.filter(({ limit }) => limit === name).map(({ code }) => code)),
      ])
    }
  })
})
