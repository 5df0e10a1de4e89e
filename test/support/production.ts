// Runs first for each file of the `production` project: React's build for production, which does a drawing in a fraction of the
// time. It has no `act`, which Testing Library needs, so it gets one here: what React puts off is queued, and `act` does it all.
import { createRequire } from 'node:module'

type Job = () => void

const require = createRequire(import.meta.url)

/** What React has put off: first what is due after the running script, then what is due after a turn of the event loop. */
const queues: readonly [Job[], Job[]] = [[], []]

/** Puts a job off: until `act`, or until it is due where that is earlier. */
function putOff(queue: Job[], due: (job: Job) => unknown): (job: Job) => void {
  return (job) => {
    queue.push(job)
    due(() => {
      const place = queue.indexOf(job)
      if (place < 0) return
      queue.splice(place, 1)
      job()
    })
  }
}

/** Does what was put off, and what that puts off. Gives whether there was anything. */
function doAll(): boolean {
  const [soon, later] = queues
  let any = false
  for (let job = soon.shift() ?? later.shift(); job; job = soon.shift() ?? later.shift()) {
    any = true
    job()
  }
  return any
}

let depth = 0

async function settle<T>(result: PromiseLike<T>): Promise<T> {
  try {
    const value = await result
    if (depth === 1) while (doAll()) await new Promise((resolve) => setImmediate(resolve))
    return value
  } finally {
    depth--
  }
}

/** As React's own: only the outermost call does what was put off. */
function act<T>(callback: () => T): PromiseLike<unknown> {
  depth++
  let result: T
  try {
    result = callback()
    if (isPromise(result)) return settle(result)
    if (depth === 1) doAll()
  } catch (error) {
    depth--
    throw error
  }
  depth--
  return Promise.resolve(result)
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value

const { queueMicrotask, setImmediate } = globalThis
Object.assign(globalThis, {
  queueMicrotask: putOff(queues[0], queueMicrotask),
  setImmediate: putOff(queues[1], setImmediate),
})
// React keeps the two functions that it finds when it is loaded.
require('react-dom/client')
Object.assign(globalThis, { queueMicrotask, setImmediate })

const react: { act?: typeof act } = require('react')
if (react.act) throw new Error('This is the development build of React')
react.act = act
