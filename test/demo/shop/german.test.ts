// Who writes German is answered in German, in words and on surfaces, through a whole journey.
import { afterEach, expect, it } from 'vitest'
import { english } from '../../../demo/shop/agent/words/english.ts'
import { german } from '../../../demo/shop/agent/words/german.ts'
import { shopCatalog } from '../../../demo/shop/catalog/catalog.tsx'
import { basicCatalog } from '../../../src/entries/index.ts'
import { openWalk, type Walk } from './walk.ts'

let opened: Walk | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function begin(version: 'v0.8' | 'v0.9'): Promise<Walk> {
  opened = await openWalk({ version, catalogs: [shopCatalog, basicCatalog] })
  return opened
}

/** Every text of the agent's own on the surfaces that are there: literals of components and data. */
function shownTexts({ runtime }: Walk): readonly string[] {
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (value instanceof Map) for (const each of value.values()) collect(each)
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each)
  }
  for (const surface of runtime.surfaces.getSnapshot())
    collect([[...surface.components.values()], surface.data.get('/')])
  return texts
}

/** Sentences and labels that the two languages write alike say nothing. */
const onlyEnglish = new Set(
  Object.entries(english).flatMap(([name, text]) =>
    typeof text === 'string' && text !== german[name as keyof typeof german] ? [text] : [],
  ),
).add('Size')

for (const version of ['v0.9', 'v0.8'] as const)
  it(`[SH-20] search, details, comparison, cart and checkout are in German, in ${version}`, async () => {
    const walk = await begin(version)
    const steps: readonly (readonly [() => Promise<void>, string])[] = [
      [() => walk.say('Laufschuhe unter 150'), '23 Sachen passen zu „running shoes“ bis $150.'],
      [() => walk.press('results', 'details', '/items/0'), 'Hier ist „Heron running shoe“.'],
      [() => walk.press('detail', 'add'), 'Es ist in deinem Warenkorb.'],
      [() => walk.say('Vergleiche Amble, Birch und Cairn'), 'Nebeneinander:'],
      // Names alone are of no language.
      [() => walk.say('Amble'), 'Eine Sache passt zu „Amble“.'],
      [() => walk.press('cart', 'update'), 'Zusammen sind es $104.00.'],
      [() => walk.say('zur Kasse'), 'Soll ich deinen Warenkorb zum Laden bringen?'],
      [() => walk.say('nein'), 'Dein Warenkorb bleibt, wie er ist.'],
      [() => walk.say('zur Kasse'), 'Soll ich deinen Warenkorb zum Laden bringen?'],
      [() => walk.press('confirm-2', 'confirm'), 'Der Rest ist zwischen dir und dem Laden.'],
    ]
    for (const [step, said] of steps) {
      await step()
      expect(walk.answer().at(-1)).toBe(said)
      expect(shownTexts(walk).filter((text) => onlyEnglish.has(text))).toEqual([])
    }
    expect(shownTexts(walk).length).toBeGreaterThan(100)
    expect(walk.faults).toEqual([])
    await walk.say('what is in my cart?')
    expect(walk.answer()).toEqual([english.inCart])
  })

it('[SH-20] a shop that is down is told in German, and a button tries again', async () => {
  const walk = await begin('v0.9')
  await walk.say('Zeig mir Laufschuhe')
  await walk.shop.stop()
  await walk.say('Zeig mir wasserdichte Wanderschuhe')
  expect(walk.answer().at(-1)).toBe('Der Laden ist nicht zu erreichen.')
  expect(shownTexts(walk)).toContain('Noch einmal')
  await walk.shop.start()
  await walk.press('problem', 'act')
  expect(walk.answer().join()).toContain('Nichts passt zu „waterproof hiking boots“. Am nächsten kommen diese 2:')
})

it('[SH-20] no sentence and no label is the same in both languages by mistake', () => {
  const alike = Object.entries(english).filter(([name, text]) => {
    const other = german[name as keyof typeof german]
    return typeof text === 'string' && text === other
  })
  expect(alike.map(([name]) => name)).toEqual(['filter'])
})
