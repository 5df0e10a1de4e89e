/** Numbers as an agent's data hold them: as numbers, or as the texts that people type. */
import type { Maybe } from '../../json/value.ts'

/** The number, or `undefined` where there is none: nothing, an empty text, a truth value, a text that is no number. */
export function numberOf(value: Maybe): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The same for what is shown: null is 0, as everywhere in the protocol, and what has not come yet is still nothing. */
export function shownNumber(value: Maybe): number | undefined {
  return value === null ? 0 : numberOf(value)
}
