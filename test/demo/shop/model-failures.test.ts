// The plan that asks a model: what the model gets wrong, and a model that is not there.
import { examples } from 'surface-runtime/authoring'
import { afterEach, describe, expect, it } from 'vitest'
import { catalogFor } from '../../../demo/shop/agent/model/known-catalogs.ts'
import { createLineCheck } from '../../../demo/shop/agent/model/line-check.ts'
import { promptFor } from '../../../demo/shop/agent/model/prompt.ts'
import type { ModelPlanOptions } from '../../../demo/shop/agent/model-plan.ts'
import type { ModelAnswer } from './fake-model.ts'
import { begin, catalogId, closeAll, components, create, hello, lastAsked, line, rootOf, search } from './model-walk.ts'

afterEach(closeAll)

describe('what a model gets wrong', () => {
  const wrong = components({ id: 'root', component: 'Hologram', text: 'Hello' })

  it('is sent back once; right lines are shown before', async () => {
    const walk = await begin([{ text: `${create}\n${wrong}` }, { text: hello }])
    await walk.say('hello')
    expect(walk.model.asked).toHaveLength(2)
    const [, fault, quoted] = lastAsked(walk).split('\n')
    expect(fault).toMatch(/^2 \/updateComponents\/components\/0\/component: .*"Hologram"/)
    expect(quoted).toBe(`Line 2 was: ${wrong}`)
    expect([walk.faults, rootOf(walk)]).toEqual([[], 'Text'])
    expect(walk.answer().join('')).toBe('Thinking …')
  })

  it('wrong twice: a sentence, and nothing empty is left', async () => {
    const walk = await begin([{ text: `${create}\n${wrong}` }, { text: wrong }, { text: 'Better.' }])
    await walk.say('hello')
    expect([walk.faults, walk.surfaceIds()]).toEqual([[], []])
    expect(walk.answer().join('')).toContain('Sorry, I could not draw all of this.')
    await walk.say('again')
    expect(walk.answer().join('')).toContain('Better.')
    expect(walk.conversation.state.getSnapshot()).toBe('done')
  })

  it.each([
    ['A line that is no JSON', /^1: /, `${create.slice(0, -1)}\n${create}\n${hello}`],
    ['A message of another kind', /"shoe"/, `{"shoe": 1}\n${create}\n${hello}`],
    [
      'A surface that is not its own',
      /"results" is not yours. Write to the surface "answer"/,
      `${create}\n${line('createSurface', { catalogId }, 'results')}\n${hello}`,
    ],
    [
      'An address of its own',
      /"https:\/\/evil.example\/\?q=me" is no address of the shop/,
      `${create}\n${hello}\n${components({ id: 'x', component: 'Image', url: 'https://evil.example/?q=me' })}`,
    ],
    [
      'A child that is missing',
      /children\/0: .*"nobody"/,
      `${create}\n${components({ id: 'root', component: 'Column', children: ['nobody'] })}`,
    ],
  ])('%s is reported', async (_, report, text) => {
    const walk = await begin([{ text }, { text: components({ id: 'nobody', component: 'Text', text: 'Here' }) }])
    await walk.say('hello')
    expect(lastAsked(walk).split('\n')[1]).toMatch(report)
    expect([walk.faults, walk.surfaceIds()]).toEqual([[], ['answer']])
    expect(rootOf(walk)).toMatch(/^(?:Text|Column)$/)
  })

  it('the examples of the prompt are right in every catalog that a client may list', () => {
    const [v09, v08] = ['https://a2ui.org/specification/v0_9/catalogs', 'https://a2ui.org/specification/v0_8/catalogs']
    const shop = 'https://surface-runtime.example/catalogs/shop'
    const clients = [
      ['v0.9', catalogId, []],
      ['v0.9', catalogId, [`${v09}/minimal/catalog.json`, catalogId]],
      ['v0.9', shop, [catalogId, shop]],
      ['v0.9', `${v09}/minimal/catalog.json`, [`${v09}/minimal/catalog.json`]],
      ['v0.8', 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json', []],
      ['v0.8', `${v08}/minimal/minimal_catalog.json`, [`${v08}/minimal/minimal_catalog.json`]],
    ] as const
    for (const [surfaceVersion, wanted, catalogIds] of clients) {
      const client = { surfaceVersion, catalogIds }
      const catalog = catalogFor(client)
      if (!catalog) throw new Error('There is no catalog')
      const prompt = promptFor(client, 'Flower & Foot')
      expect(prompt).toContain(`"catalogId":"${wanted}"`)
      const shown = examples(catalog, { version: surfaceVersion })
      expect(shown.length).toBeGreaterThan(0)
      for (const { messages } of shown) {
        const lines = messages.map((message) => JSON.stringify(message))
        expect(prompt).toContain(lines.join('\n'))
        const [, surfaceId = ''] = /"surfaceId":"([^"]+)"/.exec(lines[0] ?? '') ?? []
        const check = createLineCheck({ catalog, before: [], surfaceId, addresses: new Set() })
        expect([...lines.flatMap((line) => check.take(line).faults), ...check.end()]).toEqual([])
      }
    }
  })
})

describe('a model that is not there', () => {
  it('is said to be so, and “Retry” asks it again', async () => {
    const walk = await begin([{ text: 'Here I am.' }])
    await walk.model.stop()
    await walk.say('hello')
    expect(walk.answer().join('')).toContain('The model cannot be reached.')
    expect(walk.surfaceIds()).toEqual(['problem'])
    await walk.model.start()
    await walk.press('problem', 'act')
    expect(walk.surfaceIds()).toEqual([])
    expect(walk.answer().join('')).toContain('Here I am.')
    expect(walk.model.asked[0]?.messages.at(-1)?.content).toContain('hello')
  })

  it.each<[string, ModelAnswer, Partial<ModelPlanOptions>?]>([
    ['does not let me in', { status: 401 }],
    ['is busy', { status: 429 }],
    ['cannot be reached', { status: 500 }],
    ['does not answer as it should', { body: '<html>Welcome</html>', type: 'text/html' }],
    ['does not answer as it should', { body: 'data: {"choices"\n\n' }],
    ['does not answer as it should', { body: 'data: {"error":{"message":"out of memory"}}\n\n' }],
    ['cannot be reached', { body: 'data: {"choices":[{"delta":{"content":"Half"}}]}\n\n' }],
    ['takes too long', { text: 'One', hangs: true }, { timeout: 150 }],
    ['is too long', { text: 'x'.repeat(600) }, { characters: 500 }],
    ['is too long', { body: 'data: {"choices":[{"delta":{},"finish_reason":"length"}]}\n\n' }],
  ])('%s (case %#)', async (sentence, answer, plan = {}) => {
    const walk = await begin([answer], { plan })
    await walk.say('hello')
    expect(walk.answer().join('')).toMatch(new RegExp(`(?:The model|The answer of the model) ${sentence}\\.$`))
    expect(walk.reported).toHaveLength(1)
    // Neither the user nor the terminal learns the key.
    expect(JSON.stringify([walk.reported, walk.answer()])).not.toContain('secret')
    expect(walk.faults).toEqual([])
  })

  it('a shop that is not there is said to be so, and “Retry” asks the model again', async () => {
    const walk = await begin([search, search, { text: 'Here they are.' }], { agent: { retryDelay: 1 } })
    await walk.shop.stop()
    await walk.say('shoes')
    expect(walk.answer().join('')).toContain('The shop cannot be reached')
    await walk.shop.start()
    await walk.press('problem', 'act')
    expect(walk.model.asked.map(({ messages }) => messages.length)).toEqual([2, 2, 4])
    expect(walk.answer().join('')).toContain('Here they are.')
  })

  it('a failure leaves no call without an answer behind', async () => {
    const walk = await begin([search, { status: 503 }, { text: 'Fine now.' }])
    await walk.say('shoes')
    await walk.say('hello')
    expect(walk.model.asked[2]?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(walk.answer().join('')).toContain('Fine now.')
  })

  it('stop ends the request to the model', async () => {
    const walk = await begin([{ text: 'One', hangs: true }])
    const said = walk.conversation.send('hello')
    await expect.poll(() => walk.answer().join('')).toContain('One')
    await walk.conversation.stop()
    await said
    expect(walk.reported).toEqual([])
    expect(walk.surfaceIds()).toEqual([])
  })
})
