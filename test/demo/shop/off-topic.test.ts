// Which sentences are for the shop, and which are not.
import { expect, it } from 'vitest'
import { isOffTopic } from '../../../demo/shop/agent/off-topic.ts'

it.each([
  'what is the weather?',
  "What's the weather like today?",
  'weather for tomorrow',
  'what time is it? what is the time?',
  'What is the capital of France',
  'who are you?',
  'how are you',
  'what is your name?',
  'tell me a joke',
  'Who won the cup?',
  'translate hello into French',
  'calculate 3 + 4',
  'write me a poem',
  'remind me tomorrow at 9 to buy socks',
])('[SH-13] is not for the shop: %s', (sentence) => {
  expect(isOffTopic(sentence)).toBe(true)
})

it.each([
  'running shoes under 150',
  'show me flowers',
  'what do you have?',
  'what is the cheapest boot?',
  'wet weather jacket',
  'shoes for cold weather',
  'a watch that shows the time',
  'what is Amble?',
  'how much are the tulips',
  'something to write with',
  'roses for today',
  'do you sell thank you cards',
  'what are good boots for hiking',
  'day pack',
  'who makes your shoes',
])('[SH-13] is for the shop: %s', (sentence) => {
  expect(isOffTopic(sentence)).toBe(false)
})
