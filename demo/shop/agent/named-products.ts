/** Which products a text names: by id, or by a name of what was seen. */
import type { Product } from '../../../src/commerce/index.ts'
import type { Memory } from './memory.ts'

/** Ids as the shop writes them, and ids of products that were seen. In the order of the text, each once. */
export function namedIds(name: string, memory: Memory): readonly string[] {
  const text = name.toLowerCase()
  const found = [
    ...[...text.matchAll(/\b(?:prod|var|ff)-[\w-]+/g)].map(({ 0: id, index }) => ({ id, index })),
    ...named(text, [...memory.products.values()]),
  ]
  found.sort((a, b) => a.index - b.index)
  return [...new Set(found.map(({ id }) => id))]
}

interface Found {
  readonly id: string
  readonly index: number
}

/** By the whole title, or by its first word where no other product begins with it. Titles are anything: no patterns. */
function named(text: string, products: readonly Product[]): readonly Found[] {
  const words = wordsOf(text)
  const firstWord = ({ title }: Product): string => wordsOf(title.toLowerCase())[0]?.word ?? ''
  return products.flatMap((product) => {
    const whole = text.indexOf(product.title.toLowerCase())
    if (whole >= 0) return [{ id: product.id, index: whole }]
    const first = firstWord(product)
    const alone = first.length > 2 && products.filter((other) => firstWord(other) === first).length === 1
    const found = alone ? words.find(({ word }) => word === first) : undefined
    return found ? [{ id: product.id, index: found.index }] : []
  })
}

function wordsOf(text: string): readonly { readonly word: string; readonly index: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ word, index }))
}

/** Whether the title has all words of a name, in any order. */
export function titleHas({ title }: Pick<Product, 'title'>, name: string): boolean {
  const words = wordsOf(title.toLowerCase()).map(({ word }) => word)
  return wordsOf(name.toLowerCase()).every(({ word }) => words.includes(word))
}
