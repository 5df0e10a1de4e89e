// The demo's page of slips: in lenient mode an answer with slips is drawn and answered as the answer without slips.
import { fireEvent, render } from '@testing-library/react'
import { SurfaceList } from 'surface-runtime'
import { lenient } from 'surface-runtime/lenient'
import { describe, expect, it } from 'vitest'
import { drawLines } from '../../../demo/guide/page/live-lines.ts'
import { type Answer, answers } from '../../../demo/slips/answers.ts'
import { changedParts } from '../../../demo/slips/changed-parts.ts'
import { hashOf, readChoice } from '../../../demo/slips/choice.ts'
import { chosenSlips, randomSlips, toggled } from '../../../demo/slips/chosen-slips.ts'
import type { Slip } from '../../../demo/slips/slip.ts'
import { slips } from '../../../demo/slips/slips.ts'
import { writeAnswer } from '../../../demo/slips/write-answer.ts'

/** Texts and controls with their values, and what the button sends. */
function drawn(text: string, validation: 'strict' | typeof lenient) {
  const { runtime, reports, event } = drawLines(text, validation)
  const { container, unmount } = render(<SurfaceList runtime={runtime} />)
  const controls = [...container.querySelectorAll<HTMLInputElement>('input, select, textarea')]
  const states = controls.map(({ type, value, checked }) => `${type} ${value} ${checked}`)
  const words = container.textContent
  const press = container.querySelector('button')
  if (press) fireEvent.click(press)
  const { name, context } = event.getSnapshot() ?? {}
  unmount()
  runtime.dispose()
  return { seen: { words, states, name, context }, reports: reports.getSnapshot() }
}

const right = new Map(answers.map((answer) => [answer, drawn(writeAnswer(answer, []), 'strict')]))

const wrong = (answer: Answer, chosen: readonly Slip[]): string | undefined => {
  const { seen } = drawn(writeAnswer(answer, chosen), lenient)
  const expected = right.get(answer)?.seen
  return JSON.stringify(seen) === JSON.stringify(expected)
    ? undefined
    : `${answer.id} with ${chosen.map(({ id }) => id).join(' and ')}: ${JSON.stringify(seen)}`
}

describe('the answers of the page of slips', () => {
  it.each(answers)('[SL-1] $id without slips has no report, and its button sends what is bound', (answer) => {
    const { seen, reports } = drawn(writeAnswer(answer, []), 'strict')
    expect(reports).toEqual([])
    expect(seen.words).toContain(answer.components.find(({ id }) => id === 'title')?.['text'])
    expect(seen).toMatchObject({ name: expect.any(String), context: expect.any(Object) })
    expect(drawn(writeAnswer(answer, []), lenient)).toEqual({ seen, reports: [] })
  })

  it.each(slips)('[SL-2] with one slip are drawn whole in lenient mode: $label', (slip) => {
    for (const answer of answers) {
      expect(wrong(answer, [slip])).toBeUndefined()
      const { seen, reports } = drawn(writeAnswer(answer, [slip]), 'strict')
      // Strict mode reports the slip. Where the slip is a text as good as any, strict mode draws the text.
      expect(reports.length > 0 || JSON.stringify(seen) !== JSON.stringify(right.get(answer)?.seen)).toBe(true)
    }
  })

  it.each(slips)('[SL-3] with two slips are drawn whole in lenient mode: $label', (slip) => {
    const others = slips.slice(slips.indexOf(slip) + 1).filter(({ about }) => about !== slip.about)
    const faults = others.flatMap((other, index) => {
      const answer = answers[index % answers.length] ?? answers[0]
      return wrong(answer, [slip, other]) ?? []
    })
    expect(faults).toEqual([])
  })
})

describe('the choice', () => {
  const ids = (chosen: readonly Slip[]): readonly string[] => chosen.map(({ id }) => id)

  it('[SL-4] stands in the hash of the address, and comes back from the hash', () => {
    for (const answer of answers) {
      const choice = { answer, slips: chosenSlips(['fence', 'label', 'nested']) }
      expect(readChoice(hashOf(choice))).toEqual(choice)
      expect(readChoice(hashOf({ answer, slips: [] }))).toEqual({ answer, slips: [] })
    }
  })

  it('[SL-4] leaves out what the page does not know, and begins with some slips where the address names none', () => {
    expect(readChoice('#answer=toString&slips=fence,constructor,,fence')).toEqual({
      answer: answers[0],
      slips: chosenSlips(['fence']),
    })
    expect(readChoice('').slips.length).toBeGreaterThan(1)
  })

  it('[SL-4] has one slip at the most about the same thing: the last one', () => {
    const [action] = chosenSlips(['action-text'])
    const [onClick] = chosenSlips(['on-click'])
    if (!action || !onClick) throw new Error('The slips have other names')
    expect(ids(toggled(chosenSlips(['fence', 'action-text']), onClick))).toEqual(['on-click', 'fence'])
    expect(ids(toggled(chosenSlips(['fence', 'action-text']), action))).toEqual(['fence'])
  })

  it('[SL-4] at random is as many slips as were asked for, each about something else', () => {
    for (let seed = 0; seed < 50; seed++) {
      const chosen = randomSlips(3, () => seed / 50)
      expect(new Set(chosen.map(({ about }) => about)).size).toBe(3)
    }
    expect(randomSlips(1_000, () => 0).length).toBe(new Set(slips.map(({ about }) => about)).size)
  })
})

describe('the lines', () => {
  const marked = (before: string, after: string): readonly string[] =>
    changedParts(before, after).map((line) =>
      line.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
    )

  it('[SL-5] have marks on what the slips have changed', () => {
    expect(marked('{"a":"b c","d":1}\n', '{"a":"b","d":1}\n')).toEqual(['{"a":["b"],"d":1}'])
    expect(marked('{"a":1}\n', '{"a":1}\n')).toEqual(['{"a":1}'])
    expect(marked('{"a":1}\n', '{\n  "a": 1\n}\n')).toEqual(['{', '  "a": 1', '}'])
    expect(marked('{"a":1}\n', 'Here: it is\n{"a":1}\n')).toEqual(['[Here: it is]', '{"a":1}'])
  })

  it.each(slips)('[SL-5] have all characters of the text: $label', (slip) => {
    const [answer] = answers
    const text = writeAnswer(answer, [slip])
    const lines = changedParts(writeAnswer(answer, []), text).map((line) => line.map((part) => part.text).join(''))
    expect(lines.join('\n')).toBe(text.trimEnd())
  })
})
