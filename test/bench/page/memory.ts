/** What the runner weighs: it reads the heap between these. */
import { CS, DS } from '../../support/messages.ts'
import type { Adapter } from './adapter.ts'
import { boundTexts } from './messages.ts'
import { openStage, rest, type Stage, until } from './stage.ts'

let stage: Stage | undefined
let made = 0

export async function open(adapter: Adapter): Promise<void> {
  stage = openStage(adapter)
  await rest()
}

export async function show(count: number): Promise<void> {
  stage?.apply([CS('s'), ...boundTexts('s', count)])
  await until(() => stage?.ends(count, `value ${count - 1}`)() === true)
  await rest()
}

/** Surfaces of 200 texts come, are drawn, and go. */
export async function cycle(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const id = `s${made++}`
    stage?.apply([CS(id), ...boundTexts(id, 200)])
    await until(() => stage?.ends(200, 'value 199')() === true)
    stage?.apply([DS(id)])
    await until(() => stage?.texts().length === 0)
  }
  await rest()
}
