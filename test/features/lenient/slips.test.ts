// Slips together, at random with a fixed seed: what each alone keeps, all together keep.

import { expect, it } from 'vitest'
import { preloadFunctions } from '../../../src/entries/catalogs.ts'
import { lenient } from '../../../src/entries/lenient.ts'
import { type Answer, answers } from '../../bench/reality/answers.ts'
import { chosen, type Loss, lossOf, wantedOf } from '../../bench/reality/measure.ts'
import { type Seen, seenOf } from '../../bench/reality/seen.ts'
import { type Slip, slipped, slips } from '../../bench/reality/slips.ts'
import { seeded } from '../../support/random.ts'

// Dates are then written in the first evaluation.
await preloadFunctions(['dates'])

const compositions = 200

const wanted = wantedOf(answers, 'strict')

function lossWith(answer: Answer, some: readonly Slip[]): Loss | undefined {
  const text = slipped(answer, some, () => 0.5)
  return text === undefined ? undefined : lossOf(wanted.get(answer) as Seen, seenOf(text, lenient), some)
}

it('[LN-18] the answers are right in strict mode', () => {
  for (const { reports, texts, controls } of wanted.values())
    expect([reports, texts.length + controls.length > 0]).toEqual([[], true])
})

it.each([2, 3])('[LN-27] %i slips together lose nothing that each alone keeps @all', (count) => {
  const random = seeded(count)
  const broken: unknown[] = []
  for (let played = 0; played < compositions / 2; ) {
    const answer = answers[Math.floor(random() * answers.length)] as Answer
    const some = chosen(slips, count, random)
    const alone = some.map((slip) => lossWith(answer, [slip]))
    const together = alone.includes(undefined) ? undefined : lossWith(answer, some)
    if (!together) continue
    played++
    for (const part of ['texts', 'controls', 'presses', 'wrong'] as const) {
      const known = alone.flatMap((loss) => loss?.[part] ?? [])
      const lost = together[part].filter((one) => !known.some((other) => other.split(':')[0] === one.split(':')[0]))
      if (lost.length > 0) broken.push([answer.name, ...some.map(({ name }) => name), lost])
    }
  }
  expect(broken).toEqual([])
})
