/** A long burst of updates, while the runner types into a field. */
import { CS, T, UC, UD } from '../../support/messages.ts'
import type { Adapter } from './adapter.ts'
import { upTo } from './messages.ts'
import { openStage, rest, until } from './stage.ts'
import { type Tasks, watchTasks } from './tasks.ts'

export interface Burst extends Tasks {
  /** Milliseconds that it took. */
  readonly taken: number
  /** From each key event to the value on the page. */
  readonly delays: readonly number[]
}

const linesInChunk = 100

export async function burst(adapter: Adapter, count: number, begun: () => void): Promise<Burst> {
  const stage = openStage(adapter)
  stage.apply([
    CS('s'),
    UC('s', [
      { id: 'root', component: 'Column', children: ['field', 'mirror', 'counter'] },
      { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } },
      T('mirror', { path: '/name' }),
      T('counter', { path: '/values/7' }),
    ]),
    UD('s', '/', { name: '', values: upTo(100, () => 0) as number[] }),
  ])
  const [input, mirror] = [stage.place.querySelector('input'), stage.texts()[0]]
  if (!input || !mirror) throw new Error('there is no field')
  const chunks = chunksOf(count)
  input.focus()
  await rest()
  const delays = watchKeys(input, mirror)
  const tasks = watchTasks()
  begun()
  const start = performance.now()
  await stage.read(chunks)
  const taken = performance.now() - start
  await until(stage.ends(2, `${count - 100 + 7}`))
  const { longest, long } = tasks.stop()
  stage.close()
  return { taken, longest, long, delays }
}

function chunksOf(count: number): readonly string[] {
  const line = (index: number): string => `${JSON.stringify(UD('s', `/values/${index % 100}`, index))}\n`
  return upTo(count / linesInChunk, (chunk) =>
    upTo(linesInChunk, (index) => line(chunk * linesInChunk + index)).join(''),
  )
}

/** From when the browser was told of the key. Whatever kept it from telling the page is part of the delay. */
function watchKeys(input: HTMLInputElement, mirror: HTMLElement): readonly number[] {
  const delays: number[] = []
  let waiting: { readonly value: string; readonly at: number }[] = []
  let pressed = 0
  input.addEventListener('keydown', ({ timeStamp }) => {
    pressed = timeStamp
  })
  // Before React's own listener, which stands further up.
  input.addEventListener('input', () => waiting.push({ value: input.value, at: pressed }))
  new MutationObserver(() => {
    const shown = waiting.findIndex(({ value }) => value === mirror.textContent)
    if (shown < 0) return
    for (const { at } of waiting.slice(0, shown + 1)) delays.push(performance.now() - at)
    waiting = waiting.slice(shown + 1)
  }).observe(mirror, { characterData: true, childList: true, subtree: true })
  return delays
}
