// The plan that asks a model, against an endpoint on loopback: what the model says, calls and gets wrong.
import { afterEach, describe, expect, it } from 'vitest'
import { createShopAgent } from '../../demo/shop/agent/agent.ts'
import { catalogFor } from '../../demo/shop/agent/model/known-catalogs.ts'
import { createLineCheck } from '../../demo/shop/agent/model/line-check.ts'
import { examplesFor, promptFor } from '../../demo/shop/agent/model/prompt.ts'
import { createModelPlan, type ModelPlanOptions } from '../../demo/shop/agent/model-plan.ts'
import { mount } from '../surface/mount.ts'
import { createFakeModel, type FakeModel, type ModelAnswer } from './fake-model.ts'
import { openWalk, type Walk, type WalkOptions } from './walk.ts'

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface ModelWalk extends Walk {
  readonly model: FakeModel
  /** What the operator of the agent was told. */
  readonly told: string[]
}

interface Settings extends WalkOptions {
  readonly plan?: Partial<ModelPlanOptions>
  readonly seed?: number
}

async function begin(answers: readonly ModelAnswer[], { plan, seed, ...options }: Settings = {}): Promise<ModelWalk> {
  const model = await createFakeModel(seed)
  model.answers.push(...answers)
  const told: string[] = []
  const onError = ({ message }: Error) => void told.push(message)
  const asks = createModelPlan({ url: model.url, model: 'small', key: 'secret-key', onError, ...plan })
  const walk = await openWalk({ ...options, agent: { ...options.agent, plan: asks } })
  closing.push(walk.close, model.stop)
  return { ...walk, model, told }
}

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
const line = (kind: string, payload: object, surfaceId = 'answer') =>
  JSON.stringify({ version: 'v0.9', [kind]: { surfaceId, ...payload } })
const create = line('createSurface', { catalogId })
const components = (...list: readonly object[]) => line('updateComponents', { components: list })
const hello = components({ id: 'root', component: 'Text', text: 'Hello 👟' })
const search = { calls: [{ name: 'search_products', arguments: { query: 'running shoes', max_price: 150 } }] }

const lastAsked = ({ model }: ModelWalk) => model.asked.at(-1)?.messages.at(-1)?.content ?? ''
/** What is drawn at the root: the type of its component. */
function rootOf({ runtime }: Walk, surfaceId = 'answer'): string | undefined {
  const { snapshot, unmount } = mount(runtime.surface(surfaceId))
  const { component } = snapshot()
  unmount()
  return component?.type
}

describe('what a model says', () => {
  it.each([1, 2, 3, 4])('words and surfaces, cut anywhere (seed %i)', async (seed) => {
    const text = `Here you are – für dich:\n${create}\n${hello}\n\nTwo\n\nparagraphs.`
    const walk = await begin([{ text }], { seed })
    await walk.say('hello')
    expect(walk.faults).toEqual([])
    expect(rootOf(walk)).toBe('Text')
    expect(walk.answer().join('').replace('Thinking …', '')).toBe('Here you are – für dich:\nTwo\n\nparagraphs.')
    const [asked] = walk.model.asked
    expect(asked).toMatchObject({ key: 'Bearer secret-key', model: 'small', stream: true })
    expect(asked?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(asked?.messages[1]?.content).toBe('hello\n(surfaceId of a new surface: "answer")')
  })

  it('a message over several lines and in a code block is a message all the same', async () => {
    const pretty = JSON.stringify(JSON.parse(hello), null, 2)
    const walk = await begin([{ text: `\`\`\`json\n${create}\n${pretty}\n\`\`\`\nThere.` }])
    await walk.say('hello')
    expect([walk.faults, walk.model.asked.length]).toEqual([[], 1])
    expect(rootOf(walk)).toBe('Text')
    expect(walk.answer().join('')).toContain('There.')
    expect(walk.answer().join('')).not.toContain('{')
  })

  it('an endpoint that does not stream is understood too', async () => {
    const walk = await begin([
      { ...search, whole: true },
      { text: `Done.\n${create}\n${hello}`, whole: true },
    ])
    await walk.say('hello')
    expect(rootOf(walk)).toBe('Text')
    expect(walk.answer().join('')).toContain('Done.')
  })

  it('the next message has what was said; a press on its surface comes with its context', async () => {
    const button = components(
      {
        id: 'root',
        component: 'Button',
        child: 'label',
        action: { event: { name: 'pick', context: { id: 'prod-001' } } },
      },
      { id: 'label', component: 'Text', text: 'Pick' },
    )
    const walk = await begin([{ text: `Which?\n${create}\n${button}` }, { text: 'Good choice.' }])
    await walk.say('hello')
    await walk.press('answer', 'root')
    expect(walk.model.asked[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(lastAsked(walk)).toContain('{"event":"pick","surfaceId":"answer","context":{"id":"prod-001"}')
    expect(lastAsked(walk)).toContain('"answer-2"')
    expect(walk.answer().join('')).toContain('Good choice.')
  })

  it('a client of v0.8 gets v0.8, and one without surfaces gets words', async () => {
    const [example] = examplesFor('v0.8', 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json')
    const text = example?.lines.join('\n').replaceAll('answer-7', 'answer') ?? ''
    const old = await begin([{ text }], { version: 'v0.8' })
    await old.say('hello')
    expect([old.faults, old.surfaceIds()]).toEqual([[], ['answer']])
    const none = await begin([{ text: `Words.\n${create}` }], { version: 'none' })
    await none.say('hello')
    expect(none.surfaceIds()).toEqual([])
    expect(none.model.asked[0]?.messages[0]?.content).not.toContain('JSON Schema')
    expect(none.answer().join('')).toContain('Words.')
  })
})

it('an agent that was started again gives its surfaces new ids', async () => {
  const button = components(
    { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'pick', context: {} } } },
    { id: 'label', component: 'Text', text: 'Pick' },
  )
  const walk = await begin([{ text: `${create}\n${button}` }, { text: 'Good choice.' }])
  await walk.say('hello')
  const plan = createModelPlan({ url: walk.model.url, model: 'small' })
  walk.agent.handle(createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, plan }))
  await walk.press('answer', 'root')
  expect(lastAsked(walk)).toContain('(surfaceId of a new surface: "answer-2")')
})

describe('what a model calls', () => {
  it('a search goes to the shop, its result to the model, and its pictures may be shown', async () => {
    const walk = await begin([{ text: 'Let me see.\n', ...search }])
    walk.model.answers.push(({ messages }) => {
      const { products } = JSON.parse(messages.at(-1)?.content ?? '')
      return { text: `${create}\n${components({ id: 'root', component: 'Image', url: products[0].picture })}` }
    })
    await walk.say('running shoes')
    const found = JSON.parse(lastAsked(walk))
    expect(found.products).toHaveLength(10)
    expect(found.products[0].variants[0]).toMatchObject({
      price: expect.stringMatching(/^\$\d+\.\d\d$/),
      available: true,
    })
    const [, , assistant, tool] = walk.model.asked[1]?.messages ?? []
    expect(assistant?.tool_calls?.[0]?.id).toBe(tool?.tool_call_id)
    expect(walk.asked('shop')).toContain('POST /commerce/v1/catalog/search')
    expect(walk.shop.requests.at(-1)?.body).toMatchObject({ filters: { price: { max: 15_000 } } })
    expect([walk.faults, walk.model.asked.length, rootOf(walk)]).toEqual([[], 2, 'Image'])
  })

  it('the cart is changed and shown by the agent, whose buttons need no model', async () => {
    const add = { name: 'add_to_cart', arguments: { variant: 'var-001-1', quantity: 2 } }
    const walk = await begin([{ calls: [add] }, { text: 'Two are in your cart.' }])
    await walk.say('add two of them')
    expect(walk.data('cart', '/cart/lines')).toHaveLength(1)
    expect(JSON.parse(lastAsked(walk)).cart.lines[0]).toMatchObject({ quantity: 2 })
    walk.enter('cart', '/cart/lines/0/quantity', '3')
    await walk.press('cart', 'update')
    expect(walk.data('cart', '/cart/lines/0/quantity')).toBe('3')
    expect(walk.model.asked).toHaveLength(2)
  })

  it('the checkout asks the user, and “yes” needs no model', async () => {
    const add = { name: 'add_to_cart', arguments: { variant: 'var-001-1', quantity: 1 } }
    const walk = await begin([{ calls: [add, { name: 'check_out', arguments: {} }] }])
    await walk.say('buy it')
    expect(walk.conversation.state.getSnapshot()).toBe('waiting')
    await walk.say('yes')
    expect(walk.surfaceIds()).toContain('confirm')
    expect([walk.conversation.state.getSnapshot(), walk.model.asked.length]).toEqual(['done', 1])
  })

  it('calls that mean nothing are told the model, and rounds have an end', async () => {
    const odd = [
      { name: 'delete_shop', arguments: {} },
      { name: 'constructor', arguments: {} },
      { name: 'add_to_cart', arguments: '{"variant":' },
      { name: 'add_to_cart', arguments: { variant: 'var-001-1', quantity: 1e9 } },
      { name: 'look_up', arguments: { ids: 7 } },
    ]
    const walk = await begin([{ calls: odd }, search, search], { plan: { rounds: 3 } })
    await walk.say('hello')
    const results = walk.model.asked[1]?.messages.slice(-odd.length).map(({ content }) => JSON.parse(content).error)
    expect(results).toEqual([
      'There is no tool "delete_shop"',
      'There is no tool "constructor"',
      'The arguments are no JSON object',
      '"quantity" is a whole number from 1 to 99',
      '"ids" is a list of ids',
    ])
    expect(walk.asked('shop')).not.toContain('POST /commerce/v1/carts')
    expect(walk.model.asked).toHaveLength(3)
    expect(walk.answer().join('')).toContain('more steps than I may take')
  })
})

describe('what a model gets wrong', () => {
  const wrong = components({ id: 'root', component: 'Hologram', text: 'Hello' })

  it('is sent back once; right lines are shown before', async () => {
    const walk = await begin([{ text: `${create}\n${wrong}` }, { text: hello }])
    await walk.say('hello')
    expect(walk.model.asked).toHaveLength(2)
    const reports = lastAsked(walk)
      .split('\n')
      .slice(1)
      .map((report) => JSON.parse(report))
    expect(reports.map(({ code }) => code)).toEqual(['COMPONENT_UNKNOWN'])
    expect(reports[0]).toMatchObject({ path: '/updateComponents/components/0/component', line: wrong })
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
    ['JSON_SYNTAX', `${create.slice(0, -1)}\n${create}\n${hello}`],
    ['ENVELOPE_UNKNOWN_KIND', `{"shoe": 1}\n${create}\n${hello}`],
    ['SURFACE_FOREIGN', `${create}\n${line('createSurface', { catalogId }, 'results')}\n${hello}`],
    [
      'ADDRESS_UNKNOWN',
      `${create}\n${hello}\n${components({ id: 'x', component: 'Image', url: 'https://evil.example/?q=me' })}`,
    ],
    ['CHILD_MISSING', `${create}\n${components({ id: 'root', component: 'Column', children: ['nobody'] })}`],
  ])('%s is told', async (code, text) => {
    const walk = await begin([{ text }, { text: components({ id: 'nobody', component: 'Text', text: 'Here' }) }])
    await walk.say('hello')
    expect(lastAsked(walk)).toContain(`"code":"${code}"`)
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
      const found = catalogFor({ surfaceVersion, catalogIds })
      if (found?.catalogId !== wanted) throw new Error(`${found?.catalogId} is not ${wanted}`)
      const prompt = promptFor({ surfaceVersion, catalogIds }, 'Flower & Foot')
      expect(prompt).toContain(`"catalogId":"${wanted}"`)
      for (const { surfaceId, lines } of examplesFor(surfaceVersion, wanted)) {
        expect(prompt).toContain(lines.join('\n'))
        const check = createLineCheck({ ...found, before: [], surfaceId, addresses: new Set() })
        expect(lines.flatMap((example) => check.take(example).reports)).toEqual([])
        expect(check.end()).toEqual([])
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
    expect(walk.told).toHaveLength(1)
    // Neither the user nor the terminal learns the key.
    expect(JSON.stringify([walk.told, walk.answer()])).not.toContain('secret')
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
    expect(walk.told).toEqual([])
    expect(walk.surfaceIds()).toEqual([])
  })
})
