/** A column of texts, each bound to a value of its own: drawn first, and changed one by one. */
import { CS, UD } from '../../support/messages.ts'
import type { Adapter } from './adapter.ts'
import { boundTexts, upTo } from './messages.ts'
import { batch, close, several, severalWarm, type Workload } from './sampling.ts'
import { openStage, rest, type Stage } from './stage.ts'

/** A page that shows its first surface has run none of this code before. */
export function cold(rootLast: boolean): Workload {
  return async (adapter) => ({ [first(rootLast)]: [await firstDrawing(adapter, 1_000, rootLast)] })
}

export function texts(count: number): Workload {
  return async (adapter) => {
    const times = count > 1_000 ? 1 : 3
    await several(2, () => firstDrawing(adapter, Math.min(count, 1_000), false))
    const rootFirst = await several(times, () => firstDrawing(adapter, count, false))
    const rootLast = await several(times, () => firstDrawing(adapter, count, true))
    return { [first(false)]: rootFirst, [first(true)]: rootLast, 'one value changes': await updates(adapter, count) }
  }
}

function first(rootLast: boolean): string {
  return `first, root ${rootLast ? 'last' : 'first'}`
}

async function firstDrawing(adapter: Adapter, count: number, rootLast: boolean): Promise<number> {
  const { stage, taken } = await drawn(adapter, count, rootLast)
  await close(stage)
  return taken
}

async function drawn(
  adapter: Adapter,
  count: number,
  rootLast = false,
): Promise<{ readonly stage: Stage; readonly taken: number }> {
  const stage = openStage(adapter)
  const [data, view] = boundTexts('s', count, rootLast)
  stage.apply([CS('s'), data])
  await rest()
  return { stage, taken: await stage.time([view], stage.ends(count, `value ${count - 1}`)) }
}

async function updates(adapter: Adapter, count: number): Promise<readonly number[]> {
  const { stage } = await drawn(adapter, count)
  const elements = stage.texts()
  const places = upTo(batch, (index) => (index * 7) % count) // no neighbours
  let turn = 0
  const taken = await severalWarm(5, () => {
    turn++
    return stage.timeEach(
      places.map((place) => UD('s', `/values/${place}`, `changed ${turn}`)),
      () => places.every((place) => elements[place]?.textContent === `changed ${turn}`),
    )
  })
  await close(stage)
  return taken
}
