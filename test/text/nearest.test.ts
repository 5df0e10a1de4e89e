// The word that was meant.
import { expect, it } from 'vitest'
import { didYouMean, nearest, plainWord } from '../../src/text/nearest.ts'

it.each<readonly [name: string, known: readonly string[], found: string | undefined]>([
  ['Buton', ['Text', 'Button'], 'Button'],
  ['button', ['Text', 'Button'], 'Button'],
  ['Btuton', ['Button'], 'Button'],
  ['Buttons', ['Button'], 'Button'],
  ['label', ['text', 'value'], undefined],
  ['x', ['y'], undefined],
  ['', ['y'], undefined],
  // What means the same comes before what is spelled alike.
  ['Switch', ['Stitch', 'CheckBox'], 'CheckBox'],
  ['CheckBox', ['Switch'], 'Switch'],
  // Two that mean a third one do not mean each other.
  ['Toggle', ['Switch'], undefined],
  ['a'.repeat(64), [`${'a'.repeat(63)}b`], `${'a'.repeat(63)}b`],
  ['a'.repeat(65), ['a'.repeat(64)], undefined],
])('[E-10] of %j among %j', (name, known, found) => {
  expect(nearest(name, known)).toBe(found)
})

it('[E-10] looks at the first hundred names', () => {
  const others = Array.from({ length: 99 }, (_, index) => `other ${index}`)
  expect(nearest('Buton', [...others, 'Button'])).toBe('Button')
  expect(nearest('Buton', [...others, 'one more', 'Button'])).toBe(undefined)
})

it('[E-10] is asked for, or another sentence says what to do', () => {
  expect(didYouMean('Buton', ['Button'], 'Send one.')).toBe('Did you mean "Button"?')
  expect(didYouMean('x', ['Button'], 'Send one.')).toBe('Send one.')
})

it('[E-10] is one word, however its parts are joined', () => {
  expect(['update_components', 'update-components', 'Update components'].map(plainWord)).toEqual(
    Array(3).fill('updatecomponents'),
  )
})
