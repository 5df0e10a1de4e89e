// The demo's page with a recorded model: what comes of each task, and what stands side by side.
import { type Round, reviseUntilValid } from 'surface-runtime/authoring'
import { basicCatalog } from 'surface-runtime/catalogs'
import { expect, it } from 'vitest'
import { correctionsOf } from '../../demo/writer/corrections.ts'
import { recordedModel } from '../../demo/writer/recorded-model.ts'
import { tasks } from '../../demo/writer/tasks.ts'

async function play(id: string) {
  const rounds: Round[] = []
  const answers = tasks.find((task) => task.id === id)?.answers ?? []
  const onRound = (round: Round): void => void rounds.push(round)
  const result = await reviseUntilValid(recordedModel(answers, 0), { catalog: basicCatalog, onRound })
  const corrections = rounds.map((round, index) =>
    correctionsOf(round, rounds.slice(index + 1)).map(({ fault, mended }) => [
      `${fault.line}${fault.at}`,
      mended?.split('\n'),
    ]),
  )
  return { result, rounds, corrections }
}

it('[MW-11] the demo’s form is valid after one more answer, each wrong part beside the mended one', async () => {
  const { result, corrections } = await play('table')
  expect(result).toMatchObject({ valid: true, rounds: 1, faults: [] })
  expect(corrections).toEqual([
    [
      ['2/updateComponents/components/1/usageHint', expect.arrayContaining(['  "variant": "h2"'])],
      ['3/updateComponents/components/1/component', expect.arrayContaining(['  "component": "ChoicePicker",'])],
    ],
    [],
  ])
})

it('[MW-11] the demo’s list is valid after two more answers', async () => {
  const { result, rounds } = await play('packing')
  expect(result).toMatchObject({ valid: true, rounds: 2 })
  expect(rounds.map(({ faults }) => faults.length)).toEqual([3, 1, 0])
})

it('[MW-9] the demo’s answer in prose is repaired without asking', async () => {
  const { result, rounds } = await play('trains')
  expect(result).toMatchObject({ valid: true, rounds: 0 })
  expect(new Set(rounds[0]?.repairs.map(({ kind }) => kind))).toEqual(new Set(['prose', 'fence', 'line', 'comma']))
})

it('[MW-12] the demo’s model that says the same again is asked no more, and what is right stays', async () => {
  const { result, corrections } = await play('heating')
  expect(result).toMatchObject({ valid: false, rounds: 1, stopped: 'unchanged' })
  // Of the line that is wrong twice, the components beside the wrong one come once.
  expect(result.messages).toHaveLength(4)
  expect(corrections[0]).toEqual([['3/updateComponents/components/1/component', undefined]])
})
