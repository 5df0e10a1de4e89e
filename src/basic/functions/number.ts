/** Reads numbers of the data model: numbers, or texts that users type. */
import type { Maybe } from '../../json/value.ts'

/** `undefined` for an absent value, an empty text, a truth value and a text that is no number. */
export function numberOf(value: Maybe): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The same for a number that is shown: null is 0, as everywhere in the protocol. An absent value has not arrived. */
export function displayedNumber(value: Maybe): number | undefined {
  return value === null ? 0 : numberOf(value)
}
