// What a sentence asks the shop for: prices, colours and sizes as such, in English and in German.
import { expect, it } from 'vitest'
import { inEnglish } from '../../../demo/shop/agent/german.ts'
import { searchRequest, wantedWords } from '../../../demo/shop/agent/search-words.ts'

const read = (sentence: string): readonly unknown[] => {
  const { query, filters } = searchRequest(inEnglish(sentence))
  return [query, filters]
}
const colour = (label: string) => ({ name: 'Colour', label })
const size = (label: string) => ({ name: 'Size', label })
/** Socks are sold in ranges. */
const size42 = [size('42'), size('40 to 43')]

it.each([
  ['running shoes between 50 and 100', 'running shoes', { price: { min: 5000, max: 10_000 } }],
  ['shoes from $50 to $80', 'shoes', { price: { min: 5000, max: 8000 } }],
  ['shoes 50-80 dollars', 'shoes', { price: { min: 5000, max: 8000 } }],
  ['shoes between 100 and 50', 'shoes', { price: { min: 5000, max: 10_000 } }],
  ['tents under 1,000', 'tents', { price: { max: 100_000 } }],
  ['tents over 1.50', 'tents', { price: { min: 150 } }],
  ['red running shoes', 'running shoes', { options: [colour('Red')] }],
  ['grey or navy caps', 'caps', { options: [colour('Grey'), colour('Blue')] }],
  ['running shoes size 42 or 43', 'running shoes', { options: [...size42, size('43'), size('40 to 43')] }],
  ['wool socks in size 45', 'wool socks', { options: [size('45'), size('44 to 47')] }],
  ['running vest size m', 'running vest', { options: [size('m'), size('S/M')] }],
  ['anything in blue under 90', undefined, { price: { max: 9000 }, options: [colour('Blue')] }],
  ['socks 36 to 39', 'socks 36 to 39', undefined],
  ['Zeig mir rote Laufschuhe in Größe 42', 'running shoes', { options: [colour('Red'), ...size42] }],
  ['Laufschuhe zwischen 50 und 100', 'running shoes', { price: { min: 5000, max: 10_000 } }],
  ['ich suche eine wasserdichte Regenjacke bis 150', 'waterproof rain jacket', { price: { max: 15_000 } }],
  ['grüner Tee', 'tea', { options: [colour('Green')] }],
  ['blauer Rucksack unter 90', 'day pack', { price: { max: 9000 }, options: [colour('Blue')] }],
])('[SH-15] %s', (sentence, query, filters) => {
  expect(read(sentence)).toEqual([query, filters])
})

it('[SH-15] an English sentence is not translated, a German one is, and names stay', () => {
  const english = ['the den was red', 'a leg warmer', 'tee', 'hot dates', 'add Birch 41', 'what was that']
  for (const sentence of english) expect(inEnglish(sentence)).toBe(sentence)
  expect(inEnglish('Vergleiche Amble und Birch')).toBe('compare Amble and Birch')
  expect(inEnglish('Lege zwei Haferriegel in den Warenkorb')).toBe('put two oat bars to my cart')
  expect(inEnglish('zur Kasse bitte')).toBe('check out please')
})

it('[SH-15] what is wanted is said as a shopper says it', () => {
  expect(wantedWords(searchRequest('red or blue running shoes size 42 under 100'))).toBe(
    'red or blue running shoes, size 42',
  )
  expect(wantedWords(searchRequest('in size 42'))).toBe('size 42')
})
