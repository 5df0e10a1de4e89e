// Sentences of customers who know nothing of the grammar, each in a situation, with what they hear and see.
import { afterEach, expect, it } from 'vitest'
import { createShopAgent } from '../../../demo/shop/agent/agent.ts'
import { clausesOf } from '../../../demo/shop/agent/clause.ts'
import { buttonIds, choices, inSituation, outcome, type Situation } from './sentences.ts'
import type { Walk } from './walk.ts'

let opened: Walk | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function walkIn(situation: Situation, version?: 'v0.8' | 'v0.9' | 'none'): Promise<Walk> {
  opened = await inSituation(situation, version ? { version } : {})
  return opened
}

type Row = readonly [situation: Situation, sentence: string, outcome: string]

/** Written before the grammar was. */
const before: readonly Row[] = [
  [
    'nothing',
    'hi there, im looking for something warm for my feet for winter camping',
    'I am not sure what you are looking for. Is it one of these? > [Heron, $104.00] [Wool socks, $19.00]',
  ],
  ['nothing', 'the red one please', '4 things fit “red”. > results: Ember, Sprint, Running cap, Running vest'],
  ['nothing', 'do you have tents?', 'One thing fits “tents”. > results: Tent for two'],
  [
    'nothing',
    'How much is the shipping?',
    'I know what Flower & Foot sells, what it costs, and your cart. Delivery, returns, payment and everything else you can ask the shop itself: {shop}',
  ],
  [
    'nothing',
    'whats the cheapest thing you got',
    'Flower & Foot has 40 things. Cheapest first: > results: Oat bars, Dates, Wool socks, Water bottle',
  ],
  ['nothing', 'add two', 'Of what? Tell me its name.'],
  ['nothing', 'never mind', 'All right. Nothing has changed.'],
  [
    'nothing',
    'I search a jacket for rain, not too expensive',
    'One thing fits “jacket rain”. Cheapest first: > results: Rain jacket',
  ],
  ['search', 'the second one looks nice, whats it made of?', 'Here is the Juniper. > choose 1 of prod-010'],
  [
    'search',
    'anything cheaper?',
    '23 things fit “running shoes”. Cheapest first: > results: Pebble, Moss, Amble, Birch',
  ],
  [
    'search',
    'only the blue ones pls',
    '5 things fit “blue running shoes”. > results: Heron, Fjord, Inlet, Nimbus Flat',
  ],
  ['search', 'i take the blue one', 'Which one do you mean? > [Heron, $104.00] [Fjord, $129.00]'],
  ['search', 'and in size 43?', '7 things fit “running shoes, size 43”. > results: Birch, Cairn, Fjord, Kestrel'],
  [
    'search',
    'not the orange one, the green one',
    'Which one do you mean? > [Juniper, $94.00] [Moss, $64.00] [Birch, $74.00] [Glade, $79.00]',
  ],
  ['search', 'add teh frist one to my card', 'Understood: 1 × Heron. Which Heron shall it be? > choose 1 of prod-008'],
  ['search', 'the last one', 'Here is the Glade. > choose 1 of prod-007'],
  ['search', 'no, show me boots instead', '2 things fit “boots”. > results: Ridge Boot, Valley Boot'],
  [
    'search',
    'which is the lightest?',
    'I can compare things by price and rating only. What else is known stands in their descriptions.',
  ],
  [
    'three',
    'put the cheaper one in my cart, two pairs',
    'Understood: 2 × Amble. Which Amble shall it be? > choose 2 of prod-001',
  ],
  ['two', 'ok then both', 'What shall I do with them? > [Add to cart] [Cheapest first] [Best rated first]'],
  ['three', 'which one is better?', 'The best rated of these is Birch, 4.3 of 5. > choose 1 of prod-002'],
  ['three', 'I become the Birch in size 43, please', 'It is in your cart. > cart: 1 × Birch, Size 43'],
  [
    'three',
    "I'd rather have the more expensive one",
    'Understood: 1 × Cairn. Which Cairn shall it be? > choose 1 of prod-003',
  ],
  ['three', 'does the second come in 44?', 'There is no Birch in 44. > choose 1 of prod-002'],
  [
    'cart',
    'make it three',
    'Understood: 3 × Amble, Size 42. The total is $237.00. > cart: 2 × Oat bars, Taste Plum, 3 × Amble, Size 42',
  ],
  [
    'cart',
    'i dont want the oat bars anymore',
    'Out of the cart: Oat bars, Taste Plum. The total is $69.00. > cart: 1 × Amble, Size 42',
  ],
  [
    'cart',
    'take out the cheaper one',
    'Out of the cart: Oat bars, Taste Plum. The total is $69.00. > cart: 1 × Amble, Size 42',
  ],
  ['cart', 'what do i pay in total?', 'This is in your cart. > cart: 2 × Oat bars, Taste Plum, 1 × Amble, Size 42'],
  [
    'cart',
    'one more of the last please',
    'Understood: 1 × Amble, Size 42. It is in your cart. > cart: 2 × Oat bars, Taste Plum, 2 × Amble, Size 42',
  ],
  ['cart', 'thats all, thanks', 'You are welcome. > [Check out] [Show my cart]'],
]

/** Written in the voices of others: a lady from Bavaria, a teenager, somebody who dictates, one who is never content. */
const voices: readonly Row[] = [
  [
    'nothing',
    'Good morning, I would need a pair of socks for my husband',
    'One thing fits “socks”. > results: Wool socks',
  ],
  ['nothing', 'yo u got any caps', 'One thing fits “caps”. > results: Running cap'],
  [
    'nothing',
    "I'm running my first ultra in June and it will be wet and rocky, what would you recommend?",
    '2 things fit “running wet”. > results: Inlet, Tarn',
  ],
  [
    'nothing',
    'hello, can I speak to a person?',
    'I know what Flower & Foot sells, what it costs, and your cart. Delivery, returns, payment and everything else you can ask the shop itself: {shop}',
  ],
  ['nothing', 'gimme 3', 'Of what? Tell me its name.'],
  ['nothing', 'Have you also something against rain?', '2 things fit “rain”. > results: Rain jacket, Fjord'],
  ['nothing', 'a gift for my mum, around fifty bucks', 'One thing fits “gift” from $40 to $60. > results: Gift card'],
  ['search', 'The third one please, but in blue', 'There is no Moss in blue. > choose 1 of prod-013'],
  ['search', 'nah too pricey', '23 things fit “running shoes”. Cheapest first: > results: Pebble, Moss, Amble, Birch'],
  [
    'search',
    'Could you kindly show me only size 42?',
    '10 things fit “running shoes, size 42”. > results: Heron, Juniper, Moss, Amble',
  ],
  ['search', 'the fourth and the sixth look good, whats the diffrence', 'Side by side: > compare: Amble, Cairn'],
  [
    'search',
    'do these come in black',
    'Nothing fits “black running shoes”. Nearest are these 10: > results: Heron, Juniper, Moss, Amble',
  ],
  ['search', 'everything except the green ones', '6 things fit “running shoes”. > results: Heron, Amble, Cairn, Dune'],
  ['search', 'hmm', 'What would you like to do next? > [Cheapest first] [Best rated first] [Show everything]'],
  [
    'search',
    'can you sort it by price',
    '23 things fit “running shoes”. Cheapest first: > results: Pebble, Moss, Amble, Birch',
  ],
  [
    'three',
    'I take then the middle one in 41',
    'Understood: 1 × Birch. Birch, Size 41 is sold out. Which Birch shall it be? > choose 1 of prod-002',
  ],
  ['three', 'none of them', 'All right. Nothing has changed.'],
  ['three', 'whats cheaper, Amble or Cairn?', 'The cheapest of these is Amble, $69.00. > choose 1 of prod-001'],
  [
    'three',
    'two of the first and one of the third',
    'Understood: 2 × Amble; 1 × Cairn. Which Amble shall it be? > choose 2 of prod-001',
  ],
  ['three', 'is the grey one waterproof?', 'Here is the Cairn. > choose 1 of prod-003'],
  ['two', 'the other one has better reviews right?', 'Here is the Birch. > choose 1 of prod-002'],
  ['detail', 'ok add it, size forty two', 'Understood: 1 × Heron. It is in your cart. > cart: 1 × Heron, Size 42'],
  [
    'detail',
    "hm no, I don't like the colour",
    'All right. What would you like instead? > [Cheapest first] [Best rated first] [Show everything]',
  ],
  ['detail', 'is this one also there in brown', 'There is no Heron in brown. > choose 1 of prod-008'],
  [
    'tent',
    'sold out?? when does it come back',
    'I know what Flower & Foot sells, what it costs, and your cart. Delivery, returns, payment and everything else you can ask the shop itself: {shop}',
  ],
  [
    'boots',
    'I would like to have both once',
    'Understood: 1 × Ridge Boot; 1 × Valley Boot. It is in your cart. Which Ridge Boot shall it be? > cart: 1 × Valley Boot, Size 40 > choose 1 of prod-024',
  ],
  [
    'cart',
    'sorry, I meant four boxes',
    'Understood: 4 × Oat bars, Taste Plum. The total is $129.00. > cart: 4 × Oat bars, Taste Plum, 1 × Amble, Size 42',
  ],
  [
    'cart',
    'Please delete the shoes again out of my cart',
    'Out of the cart: Amble, Size 42. The total is $30.00. > cart: 2 × Oat bars, Taste Plum',
  ],
  ['cart', 'wait how much was that', 'This is in your cart. > cart: 2 × Oat bars, Taste Plum, 1 × Amble, Size 42'],
  [
    'cart',
    'ok lets go pay, and throw in one more box of the bars',
    'Understood: 1 × Oat bars, Taste Plum. It is in your cart. Shall I take your cart to the shop? > cart: 3 × Oat bars, Taste Plum, 1 × Amble, Size 42 > confirm',
  ],
]

it.each([...before, ...voices])('[SH-21] %s: %s', async (situation, sentence, expected) => {
  const walk = await walkIn(situation)
  expect(await outcome(walk, sentence)).toBe(expected)
  expect(walk.faults).toEqual([])
})

it.each<Row>([
  [
    'three',
    'Leg den günstigeren in den Warenkorb, zwei Paar',
    'Verstanden: 2 × Amble. Welche Ausführung von „Amble“ soll es sein? > choose 2 of prod-001',
  ],
  ['search', 'nur die blauen', '5 Sachen passen zu „blue running shoes“. > results: Heron, Fjord, Inlet, Nimbus Flat'],
  [
    'cart',
    'nimm die Schuhe wieder raus',
    'Aus dem Warenkorb: Amble, Size 42. Zusammen sind es $30.00. > cart: 2 × Oat bars, Taste Plum',
  ],
  ['search', 'nein danke', 'Gut. Es bleibt, wie es ist.'],
  ['detail', 'was kostet das?', 'Hier ist „Heron“. > choose 1 of prod-008'],
])('[SH-20] [SH-21] %s: %s', async (situation, sentence, expected) => {
  expect(await outcome(await walkIn(situation), sentence)).toBe(expected)
})

it.each(['v0.9', 'v0.8'] as const)(
  '[SH-22] a question has a button for each answer, and the press does what was asked for, in %s',
  async (version) => {
    const walk = await walkIn('search', version)
    walk.asked('shop')
    await walk.say('I take the blue one, two pairs')
    expect([walk.answer(), walk.asked('shop')]).toEqual([['Which one do you mean?'], []])
    expect(choices(walk, 'question')).toEqual(['Heron running shoe, $104.00', 'Fjord running shoe, $129.00'])
    await walk.press('question', String(buttonIds(walk, 'question')[1]))
    expect(walk.surfaceIds()).not.toContain('question')
    expect(walk.data('detail')).toMatchObject({ product: 'prod-006', quantity: '2' })
    expect(walk.faults).toEqual([])
  },
)

it.each<readonly [answer: string, outcome: string]>([
  ['the second', 'Understood: 2 × Fjord. Which Fjord shall it be? > choose 2 of prod-006'],
  ['Fjord in 43 please', 'It is in your cart. > cart: 2 × Fjord, Size 43'],
  ['the cheaper', 'Understood: 2 × Heron. Which Heron shall it be? > choose 2 of prod-008'],
  ['never mind', 'All right. Nothing has changed.'],
  ['show me a tent', 'One thing fits “tent”. > results: Tent for two'],
])('[SH-22] a question is answered in words, too: %s', async (answer, expected) => {
  const walk = await walkIn('search')
  await walk.say('I take the blue one, two pairs')
  expect(await outcome(walk, answer)).toBe(expected)
})

it('[SH-22] [SH-8] the button of a question works after the agent was started again', async () => {
  const walk = await walkIn('search')
  await walk.say('I take the blue one')
  walk.agent.handle(createShopAgent({ origin: walk.agent.origin, shop: walk.shop.origin, pause: 0 }))
  await walk.press('question', String(buttonIds(walk, 'question')[1]))
  expect(walk.answer().at(-1)).toBe('Here is the Fjord running shoe.')
})

it('[SH-22] a client without surfaces gets the answers as a list', async () => {
  const walk = await walkIn('search', 'none')
  await walk.say('I take the blue one')
  expect(walk.answer()).toEqual([
    'Which one do you mean?\n1. Heron running shoe, $104.00\n2. Fjord running shoe, $129.00',
  ])
  await walk.say('2')
  expect(walk.answer().join()).toContain('Fjord running shoe')
})

it('[SH-22] a size is enough for an answer, and of two things one is asked for after the other', async () => {
  const walk = await walkIn('two')
  expect(await outcome(walk, 'add both')).toBe(
    'Understood: 1 × Amble; 1 × Birch. Which Amble shall it be? > choose 1 of prod-001',
  )
  await walk.press('detail', 'add')
  expect(walk.data('cart', '/cart/lines')).toMatchObject([{ name: 'Amble running shoe, Size 40' }])
  expect(walk.data('detail-2')).toMatchObject({ product: 'prod-002' })
  expect(await outcome(walk, '43')).toBe('It is in your cart. > cart: 1 × Amble, Size 40, 1 × Birch, Size 43')
})

it('[SH-21] what the filter in the page hides is not meant', async () => {
  const walk = await walkIn('search')
  walk.enter('results', '/filter', 'wide')
  expect(await outcome(walk, 'the first one')).toBe('Here is the Glade. > choose 1 of prod-007')
})

it.each<Row>([
  [
    'tent',
    'put the more expensive one in my cart',
    'Understood: 1 × Tent for two. Tent for two is sold out. Here is the Tent for two. > choose 1 of prod-035',
  ],
  [
    'tent',
    'add both',
    'Understood: 1 × Tent for two; 1 × Ridge Boot. Tent for two is sold out. Which Ridge Boot shall it be? > choose 1 of prod-024',
  ],
  ['three', 'the second in 41', 'Birch, Size 41 is sold out. > choose 1 of prod-002'],
])('[SH-17] what is sold out is not asked for: %s: %s', async (situation, sentence, expected) => {
  expect(await outcome(await walkIn(situation), sentence)).toBe(expected)
})

it.each<readonly [answer: string, outcome: string]>([
  [
    'yes, but first remove the oat bars',
    'Out of the cart: Oat bars, Taste Plum. The total is $69.00. > cart: 1 × Amble, Size 42',
  ],
  ['no, take the shoes out', 'Out of the cart: Amble, Size 42. The total is $30.00. > cart: 2 × Oat bars, Taste Plum'],
  ['not yet', 'Your cart stays as it is.'],
])('[SH-4] a yes or a no that says more is none: %s', async (answer, expected) => {
  const walk = await walkIn('cart')
  await walk.say('check out')
  expect(await outcome(walk, answer)).toBe(expected)
})

it.each<readonly [sentence: string, parts: readonly object[]]>([
  ['put the cheaper one in my cart, two pairs', [{ verb: 'add', measure: 'cheap', definite: true, numbers: [2] }]],
  [
    'two of the first and one of the third',
    [
      { numbers: [2], pointers: [{ kind: 'place', place: 0 }] },
      { numbers: [1], pointers: [{ kind: 'place', place: 2 }] },
    ],
  ],
  ['not the orange one, the green one', [{ wanted: 'green', except: { wanted: 'orange' } }]],
  ['red shoes between 50 and 100 dollars', [{ wanted: 'red shoes between 50 and 100 dollars', bare: true }]],
  ['something not so expensive', [{ measure: 'cheap', definite: false }]],
  ['take the blue one out', [{ verb: 'remove', wanted: 'blue' }]],
  ["I don't want it", [{ verb: 'want', denies: true }]],
  ['add teh secnd one', [{ verb: 'add', pointers: [{ kind: 'place', place: 1 }] }]],
  ['socks 36 to 39', [{ wanted: 'socks 36 to 39' }]],
  ['a dozen oat bars', [{ numbers: [12], words: ['oat', 'bars'] }]],
  ['vest', [{ words: ['vest'] }]],
])('[SH-21] a sentence is read in clauses: %s', (sentence, parts) => {
  expect(clausesOf(sentence)).toMatchObject(parts)
})

it('[SH-13] thanks and a farewell are answered, and matters of the shop are sent to the shop', async () => {
  const walk = await walkIn('nothing')
  for (const [sentence, expected] of [
    ['thanks!', 'You are welcome.'],
    ['bye', 'You are welcome.'],
    ['do you ship to Norway, what about returns?', /ask the shop itself: http/],
  ] as const) {
    await walk.say(sentence)
    expect(walk.answer().at(-1)).toMatch(expected)
  }
  expect(walk.asked('shop')).toEqual([])
})
