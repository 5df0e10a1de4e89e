/** The slips that are chosen. Of two slips about the same thing the one that is chosen last stays. */
import type { Slip } from './slip.ts'
import { slips } from './slips.ts'

/** The ids of these slips, in the order of the list. Ids that no slip has are left out. */
export function chosenSlips(ids: readonly string[]): readonly Slip[] {
  const chosen: Slip[] = []
  for (const id of ids) {
    const slip = slips.find((one) => one.id === id)
    if (slip && !chosen.some(({ about }) => about === slip.about)) chosen.push(slip)
  }
  return slips.filter((slip) => chosen.includes(slip))
}

/** Chooses a slip, or takes the choice back. */
export function toggled(chosen: readonly Slip[], slip: Slip): readonly Slip[] {
  if (chosen.includes(slip)) return chosen.filter((one) => one !== slip)
  return chosenSlips([slip, ...chosen].map(({ id }) => id))
}

/** `random`: from 0 to less than 1, as of `Math.random`. */
export function randomSlips(count: number, random: () => number): readonly Slip[] {
  const left = [...slips]
  const chosen: Slip[] = []
  while (chosen.length < count && left.length > 0) {
    const [slip] = left.splice(Math.floor(random() * left.length), 1)
    if (slip && !chosen.some(({ about }) => about === slip.about)) chosen.push(slip)
  }
  return slips.filter((slip) => chosen.includes(slip))
}
