// The plan that asks a model, against an endpoint on loopback: what the model says and calls.
import { basic, examples } from 'surface-runtime/authoring'
import { afterEach, describe, expect, it } from 'vitest'
import { createShopAgent } from '../../../demo/shop/agent/agent.ts'
import { createModelPlan } from '../../../demo/shop/agent/model-plan.ts'
import { begin, closeAll, components, create, hello, lastAsked, line, rootOf, search } from './model-walk.ts'

afterEach(closeAll)

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

  it('lines of a surface whose beginning was refused are asked for again with it', async () => {
    const wrong = line('createSurface', { catalogId: 'https://elsewhere.example/catalog' })
    const walk = await begin([{ text: `${wrong}\n${hello}` }, { text: `${create}\n${hello}` }])
    await walk.say('hello')
    expect(walk.faults).toEqual([])
    expect(lastAsked(walk)).toMatch(/Line 1 was: [\s\S]*Line 2 was: /)
    expect(rootOf(walk)).toBe('Text')
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
    const [example] = examples(basic, { version: 'v0.8' })
    const lines = example?.messages.map((message) => JSON.stringify(message)) ?? []
    const text = lines.join('\n').replaceAll('"surfaceId":"booking"', '"surfaceId":"answer"')
    const old = await begin([{ text }], { version: 'v0.8' })
    await old.say('hello')
    expect([old.faults, old.surfaceIds()]).toEqual([[], ['answer']])
    const none = await begin([{ text: `Words.\n${create}` }], { version: 'none' })
    await none.say('hello')
    expect(none.surfaceIds()).toEqual([])
    expect(none.model.asked[0]?.messages[0]?.content).not.toContain('updateComponents')
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
