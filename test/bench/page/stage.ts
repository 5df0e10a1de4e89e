/** A place on the page that an adapter draws into, and how to wait until it shows something. */
import type { JsonObject } from '../../../src/json/value.ts'
import type { Adapter, Session } from './adapter.ts'

export interface Stage extends Session {
  readonly place: HTMLElement
  /** Milliseconds until what `messages` bring is shown. Layout and paint are not waited for. */
  time(messages: readonly JsonObject[], shown: () => boolean): Promise<number>
  /** Milliseconds per step for all of these, one after the other; `shown` is asked after the last one. */
  timeEach(steps: readonly JsonObject[], shown: () => boolean): Promise<number>
  /** The elements that show a text, in order. */
  texts(): readonly HTMLElement[]
  /** Whether so many texts are shown, of which the last is this one. */
  ends(count: number, last: string): () => boolean
}

export function openStage(adapter: Adapter): Stage {
  const place = document.body.appendChild(document.createElement('main'))
  const session = adapter(place)
  const texts = place.getElementsByTagName('p')
  const time: Stage['time'] = async (messages, shown) => {
    const start = performance.now()
    session.apply(messages)
    await until(shown)
    return performance.now() - start
  }
  return {
    ...session,
    place,
    time,
    async timeEach(steps, shown) {
      const start = performance.now()
      for (const message of steps) session.apply([message])
      await until(shown)
      return (performance.now() - start) / steps.length
    },
    texts: () => [...texts],
    ends: (count, last) => () => texts.length === count && texts[count - 1]?.textContent === last,
    close() {
      session.close()
      place.remove()
    },
  }
}

const channel = new MessageChannel()

/** A task of its own: whatever was waiting has had its turn. */
export function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve
    channel.port2.postMessage(undefined)
  })
}

/** Lets the page come to rest. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await nextTask()
}

const patience = 20_000

/** Looked at once, then between tasks. */
export async function until(shown: () => boolean): Promise<void> {
  const end = performance.now() + patience
  while (!shown()) {
    if (performance.now() > end) throw new Error(`not shown within ${patience} ms`)
    await nextTask()
  }
}
