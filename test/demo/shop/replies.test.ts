// What the agent of the demo answers: in words, to a question, to the examples of its card, with either catalog.
import { expect, it } from 'vitest'
import { begin, shortened } from './walks.ts'

it('[SH-6] a client that shows no surfaces is served in words, up to the link', async () => {
  const walk = await begin({ version: 'none' })
  await walk.say('running shoes under 150')
  expect(walk.answer().join('\n')).toContain('1. Heron running shoe, $104.00. In stock.')
  await walk.say('more')
  expect(walk.answer().join('\n')).toContain('Pebble')
  await walk.say('compare the first two')
  expect(walk.answer().join('\n')).toContain('Juniper running shoe, $94.00')
  await walk.say('add the second one in 40')
  expect(walk.answer()).toEqual([
    'Understood: 1 × Juniper running shoe.',
    'It is in your cart. 1 × Juniper running shoe, Size 40. Total: $94.00.',
  ])
  await walk.say('check out')
  expect(walk.conversation.state.getSnapshot()).toBe('waiting')
  await walk.say('yes')
  expect(walk.answer().join()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/checkout\/cart_/)
  expect([walk.surfaceIds(), walk.conversation.state.getSnapshot()]).toEqual([[], 'done'])
})

it('[SH-7] a question that is not answered is taken back, and the conversation goes on', async () => {
  const walk = await begin()
  await walk.say('add oat bars')
  await walk.say('check out')
  await walk.say('no')
  expect(walk.answer()).toEqual(['Your cart stays as it is.'])
  expect([walk.surfaceIds().includes('confirm'), walk.conversation.state.getSnapshot()]).toEqual([false, 'done'])
  await walk.say('check out')
  await walk.say('find a rain jacket')
  expect(walk.surfaceIds()).toContain('results-2')
  expect(walk.surfaceIds()).not.toContain('confirm-2')
  await walk.say('what is in my cart?')
  expect(walk.surfaceIds()).toContain('cart-2')
  await walk.press('cart-2', 'remove', '/cart/lines/0')
  expect(walk.answer()).toEqual(['Your cart is empty.'])
  expect(shortened(walk.asked('shop')).at(-1)).toBe('POST /commerce/v1/carts/{id}/cancel')
  await walk.say('check out')
  expect(walk.answer()).toEqual(['Your cart is empty.'])
  expect(walk.faults).toEqual([])
})

it('[SH-19] how many, and which one, are taken from the words, and stand on the surface that asks for the rest', async () => {
  const walk = await begin()
  await walk.say('add a rain jacket size S')
  expect(walk.data('cart', '/cart/lines')).toMatchObject([{ name: 'Rain jacket, Size S', quantity: '1' }])
  await walk.say('lege zwei Schachteln Haferriegel in den Warenkorb')
  expect(walk.answer().at(-1)).toBe('Es ist in deinem Warenkorb.')
  expect(walk.answer().join()).not.toContain('Nichts passt')
  await walk.say('add 3 Cairn running shoes')
  expect(walk.answer().at(-1)).toBe('Which Cairn running shoe shall it be?')
  expect(walk.data('detail', '/quantity')).toBe('3')
  await walk.say('add 9999 oat bars')
  expect(walk.answer().at(-1)).toMatch(/only \d+ can be had/)
  expect(walk.faults).toEqual([])
})

it('[SH-11] each example of the card does what it says, as the first message', async () => {
  const walk = await begin()
  const card = (await (await fetch(`${walk.agent.origin}/.well-known/agent-card.json`)).json()) as {
    readonly skills: readonly { readonly examples: readonly string[] }[]
  }
  const outcomes: Record<string, unknown> = {}
  for (const example of card.skills.flatMap(({ examples }) => examples)) {
    const fresh = await begin()
    await fresh.say(example)
    outcomes[example] = [fresh.surfaceIds().at(-1), fresh.shop.requests.at(-1)?.path, fresh.faults.length]
    if (example.startsWith('Compare')) expect(fresh.data('compare', '/items')).toHaveLength(3)
    if (example.startsWith('Add')) expect(fresh.data('cart', '/cart/lines')).toMatchObject([{ quantity: '2' }])
  }
  expect(outcomes).toEqual({
    'Running shoes under 150': ['results', '/commerce/v1/catalog/search', 0],
    'Find a rain jacket': ['results', '/commerce/v1/catalog/search', 0],
    'Compare Amble, Birch and Cairn': ['compare', '/commerce/v1/catalog/lookup', 0],
    'Add two oat bars to my cart': ['cart', '/commerce/v1/carts', 0],
  })
})

it('[SH-5] a client that lists the catalog with Match gets it, others the basic one', async () => {
  const ids = []
  for (const catalogIds of [[], ['https://surface-runtime.example/catalogs/shop']]) {
    const { agent } = await begin()
    const capabilities = { 'v0.9': { supportedCatalogIds: catalogIds } }
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'running shoes' }] }
    const response = await fetch(`${agent.origin}/message:send`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'agent-version': '1.0' },
        'agent-extensions': 'https://a2ui.org/a2a-extension/a2ui/v0.9',
      },
      body: JSON.stringify({ message: { ...message, metadata: { a2uiClientCapabilities: capabilities } } }),
    })
    ids.push(/"catalogId":"([^"]*)"/.exec(await response.text())?.[1])
  }
  expect(ids).toEqual([
    'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
    'https://surface-runtime.example/catalogs/shop',
  ])
})
