// What slips cost: every slip alone over all answers, and twos and threes at random with a seed.
import { preloadFunctions } from '../../../src/entries/catalogs.ts'
import { type Lenient, lenient } from '../../../src/entries/lenient.ts'
import { seeded } from '../../support/random.ts'
import { type Answer, answers } from './answers.ts'
import { addTo, chosen, lossOf, nothing, type Sum, wantedOf } from './measure.ts'
import { type Seen, seenOf } from './seen.ts'
import { type Slip, slipped, slips } from './slips.ts'

export interface Measured {
  readonly name: string
  readonly slips: number
  readonly strict: Sum
  readonly lenient: Sum
}

/** `every`: of the answers each so-manieth is played. `compositions`: of two and of three slips. */
export async function measureReality({
  every,
  compositions,
}: {
  every: number
  compositions: number
}): Promise<readonly Measured[]> {
  await preloadFunctions(['dates'])
  const wanted = wantedOf(answers, 'strict')
  const play = (row: Measured, answer: Answer, some: readonly Slip[], random: () => number): boolean => {
    const text = slipped(answer, some, random)
    if (text === undefined) return false
    const right = wanted.get(answer) as Seen
    const modes: readonly (readonly [Sum, 'strict' | Lenient])[] = [
      [row.strict, 'strict'],
      [row.lenient, lenient],
    ]
    for (const [sum, mode] of modes) addTo(sum, right, lossOf(right, seenOf(text, mode), some))
    return true
  }
  const rows: Measured[] = []
  const rowOf = (name: string, count: number): Measured => {
    const row = { name, slips: count, strict: nothing(), lenient: nothing() }
    rows.push(row)
    return row
  }
  for (const stage of new Set(slips.map((slip) => slip.stage))) {
    const own = slips.filter((slip) => slip.stage === stage)
    const row = rowOf(`one, ${stage}`, own.length)
    own.forEach((slip, index) => {
      answers.forEach((answer, at) => void ((at + index) % every === 0 && play(row, answer, [slip], () => 0.5)))
    })
  }
  for (const count of [2, 3]) {
    const random = seeded(count)
    const row = rowOf(count === 2 ? 'two' : 'three', count)
    for (let played = 0; played < compositions; ) {
      const answer = answers[Math.floor(random() * answers.length)] as Answer
      if (play(row, answer, chosen(slips, count, random), random)) played++
    }
  }
  return rows
}
