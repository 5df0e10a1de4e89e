/** Inputs that ask for a great deal, as a page of a host with the usual limits takes them. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { before, large, slow, slowStreams, streams, thousands, trees } from '../../../e2e/hostile/all.ts'
import { bareKinds } from '../../../e2e/hostile/bare-kinds.tsx'
import { witness } from '../../../e2e/wire.ts'
import { createRuntime, type Runtime, SurfaceList } from '../../../src/entries/index.ts'
import { nextTask } from './stage.ts'
import { watchTasks } from './tasks.ts'
import '../../../src/entries/styles.css'

export interface Outcome {
  /** Milliseconds until `push` returned, or `read` was over. */
  readonly taken: number
  /** The longest time that the page stood still, with drawing, layout and paint. */
  readonly longest: number
  /** What was reported, each code once. None: it is shown. */
  readonly codes: readonly string[]
}

const inputs: { readonly [name: string]: () => Iterable<string | Uint8Array> } = {
  ...Object.fromEntries([...trees, ...large, ...slow, ...thousands].map(({ name, lines }) => [name, () => [lines()]])),
  'a line of 64 MiB, in pieces': endless,
}

/** What comes by `read`, because only that gives the browser a turn in between. */
const read: { readonly [name: string]: () => string } = Object.fromEntries(
  [...streams, ...slowStreams].map(({ name, lines }) => [`${name}, read`, lines]),
)

export const names: readonly string[] = [...Object.keys(inputs), ...Object.keys(read), ...Object.keys(bareKinds)]

const codes = new Set<string>()
let runtime: Runtime | undefined
/** What is drawn without the runtime. */
const yardstick = createRoot(document.body.appendChild(document.createElement('main')))

/** Shows a surface that is well, and the one that the inputs are for. */
export async function open(): Promise<void> {
  runtime = createRuntime({
    media: ({ protocol }) => protocol === 'data:',
    onError: ({ code }) => void codes.add(code),
  })
  createRoot(document.body.appendChild(document.createElement('main'))).render(<SurfaceList runtime={runtime} />)
  runtime.apply([...witness, ...before])
  await rest()
}

export async function take(name: string): Promise<Outcome> {
  const begin = beginning(name)
  await rest()
  const tasks = watchTasks()
  const taken = await begin()
  await rest()
  return { taken, longest: tasks.stop().longest, codes: [...codes] }
}

/** Makes an input ready, and says how to give it to the page. */
function beginning(name: string): () => Promise<number> {
  const [into, chunks, text, bare] = [runtime, inputs[name]?.(), read[name]?.(), bareKinds[name]?.()]
  if (into && chunks) return () => push(into, chunks)
  if (into && text !== undefined) return () => readAll(into, text)
  if (bare) return () => drawBare(bare)
  throw new Error(`there is no input "${name}"`)
}

async function drawBare(elements: ReactNode): Promise<number> {
  const start = performance.now()
  flushSync(() => yardstick.render(elements))
  return performance.now() - start
}

/** The longest time of one chunk. */
async function push(into: Runtime, chunks: Iterable<string | Uint8Array>): Promise<number> {
  let taken = 0
  for (const chunk of chunks) {
    const start = performance.now()
    into.push(chunk)
    taken = Math.max(taken, performance.now() - start)
    if (chunk.length < 1_000_000) await nextTask()
  }
  return taken
}

async function readAll(into: Runtime, text: string): Promise<number> {
  const start = performance.now()
  await into.read([text])
  return performance.now() - start
}

/** Every surface but the witness goes. */
export async function clear(): Promise<void> {
  const ids = runtime?.surfaces.getSnapshot().map(({ id }) => id) ?? []
  const gone = ids.filter((id) => id !== 'witness')
  runtime?.apply(gone.map((surfaceId) => ({ version: 'v0.9', deleteSurface: { surfaceId } })))
  yardstick.render(null)
  await rest()
}

function* endless(): Generator<Uint8Array> {
  const piece = new Uint8Array(16 * 1024).fill(120)
  for (let sent = 0; sent < 64 * 1024 * 1024; sent += piece.length) yield piece
  yield new Uint8Array([10])
}

const patience = 30_000

/** Until the page has had its frames for a while: what was begun is drawn. */
async function rest(): Promise<void> {
  const end = performance.now() + patience
  let [last, busy] = [performance.now(), performance.now()]
  while (last - busy < 300 && last < end) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = performance.now()
    if (now - last > 50) busy = now
    last = now
  }
}
