/** What an answer costs a page while it comes in, as a person feels it: how soon a line is seen, and what the page misses meanwhile. */
import { createRoot } from 'react-dom/client'
import { createRuntime, SurfaceList } from '../../../src/entries/index.ts'
import '../../../src/entries/styles.css'

export interface AnswerCost {
  /** For each line, milliseconds from its last byte to the end of the first frame that shows it. */
  readonly delays: readonly number[]
  /** Frames that did not come in time, and frames that there should have been. */
  readonly lost: number
  readonly frames: number
  /** Tasks over 50 ms, and their milliseconds together. */
  readonly long: number
  readonly longTime: number
}

/** Takes the tokens of an answer, and shows what they bring. */
export interface Shown {
  readonly push: (token: string) => void
  readonly close: () => void
}

const frame = 1_000 / 60
/** A line that changes nothing within so many frames shows nothing. */
const framesAtMost = 3

/** The answer comes at so many tokens a second, on one place of the page. */
export async function playAnswer(
  tokens: readonly string[],
  rate: number,
  show: (place: HTMLElement) => Shown,
): Promise<AnswerCost> {
  const place = document.body.appendChild(document.createElement('main'))
  const { push, close } = show(place)
  await nextFrame()
  const watch = watchFrames(place)
  const begun = performance.now()
  for (const [index, token] of tokens.entries()) {
    await until(begun + (index * 1_000) / rate)
    if (token.includes('\n')) watch.lineEnds()
    push(token)
  }
  for (let turn = 0; turn <= framesAtMost; turn++) await nextFrame()
  const cost = watch.stop()
  close()
  place.remove()
  return cost
}

/** This library, as its README embeds it. */
export function ours(place: HTMLElement): Shown {
  const runtime = createRuntime({ media: () => false, onError: () => undefined })
  const root = createRoot(place)
  root.render(<SurfaceList runtime={runtime} />)
  return {
    push: runtime.push,
    close() {
      root.unmount()
      runtime.dispose()
    },
  }
}

/** The yardstick: the answer as the text that it is. */
export function asText(place: HTMLElement): Shown {
  const text = place.appendChild(document.createElement('pre')).appendChild(document.createTextNode(''))
  return { push: (token) => text.appendData(token), close: () => undefined }
}

interface Waiting {
  readonly at: number
  frames: number
}

function watchFrames(place: HTMLElement): { lineEnds(): void; stop(): AnswerCost } {
  const delays: number[] = []
  let waiting: Waiting[] = []
  let changed = false
  let [long, longTime, lost, last] = [0, 0, 0, 0]
  let over = false
  const started = performance.now()
  const mutations = new MutationObserver(() => {
    changed = true
  })
  mutations.observe(place, { subtree: true, childList: true, characterData: true, attributes: true })
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { startTime, duration } of entries) {
      if (startTime < started) continue
      long++
      longTime += duration
    }
  }
  const tasks = new PerformanceObserver((list) => note(list.getEntries()))
  tasks.observe({ type: 'longtask' })
  requestAnimationFrame(function each(now) {
    if (last > 0) lost += Math.max(0, Math.round((now - last) / frame) - 1)
    last = now
    // Behind layout and paint.
    afterFrame(look)
    if (!over) requestAnimationFrame(each)
  })

  function look(): void {
    const end = performance.now()
    for (const line of waiting) line.frames++
    const isSeen = ({ frames }: Waiting): boolean => changed || frames >= framesAtMost
    for (const line of waiting.filter(isSeen)) delays.push(end - line.at)
    waiting = waiting.filter((line) => !isSeen(line))
    changed = false
  }

  return {
    lineEnds() {
      changed = false
      waiting.push({ at: performance.now(), frames: 0 })
    },
    stop() {
      over = true
      note(tasks.takeRecords())
      tasks.disconnect()
      mutations.disconnect()
      return { delays, lost, frames: Math.round((performance.now() - started) / frame), long, longTime }
    },
  }
}

/** One channel: a new one for each frame costs a slow processor as much as an answer does. */
const channel = new MessageChannel()
const waitingTasks: (() => void)[] = []
channel.port1.onmessage = () => waitingTasks.shift()?.()

/** Calls `then` in a task behind layout and paint of the frame that is under way. */
function afterFrame(then: () => void): void {
  waitingTasks.push(then)
  channel.port2.postMessage(undefined)
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => afterFrame(resolve)))
}

/** What came late is made up for, as a network does it: several tokens then come in one task each. */
function until(time: number): Promise<void> {
  const left = time - performance.now()
  return new Promise((resolve) => (left > 1 ? setTimeout(resolve, left) : afterFrame(resolve)))
}
