/** What the user has chosen: an answer and its slips. The hash of the address holds both, as in `#answer=order&slips=label,fence`. */
import { type Answer, answers } from './answers.ts'
import { chosenSlips } from './chosen-slips.ts'
import type { Slip } from './slip.ts'

export interface Choice {
  readonly answer: Answer
  /** In the order of the list of all slips. */
  readonly slips: readonly Slip[]
}

/** Chosen for an address that names no slips. */
const firstSlips = ['label', 'dropdown', 'fence']

/** Names that the page does not know are left out. */
export function readChoice(hash: string): Choice {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    answer: answers.find(({ id }) => id === query.get('answer')) ?? answers[0],
    slips: chosenSlips(query.get('slips')?.split(',') ?? firstSlips),
  }
}

export function hashOf({ answer, slips }: Choice): string {
  return `#answer=${answer.id}&slips=${slips.map(({ id }) => id).join(',')}`
}
