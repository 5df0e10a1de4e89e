/** A template over rows: drawn whole, and in a box that scrolls, where this library draws what is near. */
import { CS, UD } from '../../support/messages.ts'
import type { Adapter } from './adapter.ts'
import { row, rows, upTo } from './messages.ts'
import { batch, close, several, severalWarm, type Workload } from './sampling.ts'
import { openStage, rest, type Stage } from './stage.ts'

export function repeated(count: number): Workload {
  return async (adapter) => {
    const drawn = async (size: number): Promise<{ readonly stage: Stage; readonly taken: number }> => {
      const { stage, view } = await filled(adapter, size, 'Column')
      return { stage, taken: await stage.time([view], stage.ends(size * 2, `seats ${size - 1}`)) }
    }
    await close((await drawn(Math.min(count, 1_000))).stage)
    const { stage, taken } = await drawn(count)
    const appended = await severalWarm(3, appending(stage, count))
    const edited = await severalWarm(4, editing(stage))
    await close(stage)
    return { first: [taken], 'a row at the end': appended, 'an edit': edited }
  }
}

async function filled(adapter: Adapter, size: number, component: 'Column' | 'List') {
  const stage = openStage(adapter)
  const [data, view] = rows('s', size, component)
  stage.apply([CS('s'), data])
  await rest()
  return { stage, view }
}

/** Few at a time, so that the list stays about as long as it is called. */
function appending(stage: Stage, count: number): () => Promise<number> {
  let size = count
  return () => {
    const fresh = upTo(5, (index) => UD('s', `/rows/${size + index}`, row(size + index)))
    size += fresh.length
    return stage.timeEach(fresh, stage.ends(size * 2, `seats ${size - 1}`))
  }
}

function editing(stage: Stage): () => Promise<number> {
  const names = upTo(batch, (index) => stage.texts()[index * 2])
  let turn = 0
  return () => {
    turn++
    const edits = upTo(batch, (index) => UD('s', `/rows/${index}/name`, `edited ${turn}`))
    return stage.timeEach(edits, () => names.every((name) => name?.textContent === `edited ${turn}`))
  }
}

/** With layout, which is where the rows that are not drawn are saved. */
export function windowed(count: number): Workload {
  return async (adapter) => {
    const drawn = async (size: number): Promise<{ readonly stage: Stage; readonly taken: number }> => {
      const { stage, view } = await filled(adapter, size, 'List')
      return { stage, taken: await laidOut(stage, () => stage.time([view], () => holds(stage, size))) }
    }
    // The first one fetches what windowing needs.
    await close((await drawn(200)).stage)
    const { stage, taken } = await drawn(count)
    let size = count
    const appended = await several(4, () => {
      const message = UD('s', `/rows/${size}`, row(size++))
      return laidOut(stage, () => stage.time([message], () => holds(stage, size)))
    })
    const edited = await severalWarm(4, () => editsLaidOut(stage))
    await close(stage)
    return {
      [withLayout('first')]: [taken],
      [withLayout('a row at the end')]: appended,
      [withLayout('an edit')]: edited,
    }
  }
}

function withLayout(what: string): string {
  return `${what}, with layout`
}

async function laidOut(stage: Stage, change: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await change()
  // To ask for a measure is to have the page laid out.
  void stage.place.offsetHeight
  return performance.now() - start
}

async function editsLaidOut(stage: Stage): Promise<number> {
  const [name] = stage.texts()
  let taken = 0
  for (let turn = 0; turn < batch; turn++) {
    const message = UD('s', '/rows/0/name', `edit ${turn}`)
    taken += await laidOut(stage, () => stage.time([message], () => name?.textContent === `edit ${turn}`))
  }
  return taken / batch
}

/** Whether a list of this length is there: drawn whole, or a part that says how many there are. */
function holds(stage: Stage, size: number): boolean {
  const reported = stage.place.querySelector('[aria-setsize]')
  return reported ? reported.getAttribute('aria-setsize') === `${size}` : stage.texts().length === size * 2
}
