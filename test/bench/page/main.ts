/** The page that the runner drives. It loads one adapter only, so that the other's code is not in its heap; `compare` loads two. */
import type { Adapter } from './adapter.ts'
import { type Burst, burst } from './burst.ts'
import type * as Chat from './chat.tsx'
import type * as Hostile from './hostile.tsx'
import { cycle, open, show } from './memory.ts'
import type { Samples } from './sampling.ts'
import { rest } from './stage.ts'
import { workloads } from './workloads.ts'

export interface Bench {
  readonly names: readonly string[]
  readonly run: (name: string) => Promise<Samples>
  readonly open: () => Promise<void>
  readonly show: (count: number) => Promise<void>
  readonly cycle: (times: number) => Promise<void>
  /** Resolves once the burst has begun, with the promise of its end wrapped up. */
  readonly burst: (count: number) => Promise<{ readonly ended: Promise<Burst> }>
  /** One turn of this build and of another one, in this order or the other way round. */
  readonly compare: (name: string, otherFirst: boolean) => Promise<Compared>
  /** Of this library alone. */
  readonly hostile: () => Promise<typeof Hostile>
  readonly chat: () => Promise<typeof Chat>
}

export interface Compared {
  readonly ours: Samples
  readonly other: Samples
}

const adapters: { readonly [name: string]: () => Promise<{ readonly adapter: Adapter }> } = {
  ours: () => import('./ours.tsx'),
  bare: () => import('./bare.tsx'),
}

async function run(name: string, adapter: Adapter): Promise<Samples> {
  const workload = workloads[name]
  if (!workload) throw new Error(`there is no workload "${name}"`)
  return workload(adapter)
}

async function load(): Promise<Bench> {
  const wanted = new URLSearchParams(location.search).get('adapter') ?? 'ours'
  const { adapter } = (await adapters[wanted]?.()) ?? {}
  if (!adapter) throw new Error(`there is no adapter "${wanted}"`)
  return {
    names: Object.keys(workloads),
    run: (name) => run(name, adapter),
    async compare(name, otherFirst) {
      const { adapter: other } = await import('./beside.ts')
      const first = await run(name, otherFirst ? other : adapter)
      await rest()
      const second = await run(name, otherFirst ? adapter : other)
      return otherFirst ? { ours: second, other: first } : { ours: first, other: second }
    },
    open: () => open(adapter),
    show,
    cycle,
    burst: (count) =>
      new Promise((resolve, reject) => {
        const ended = burst(adapter, count, () => queueMicrotask(() => resolve({ ended })))
        ended.catch(reject)
      }),
    hostile: () => import('./hostile.tsx'),
    chat: () => import('./chat.tsx'),
  }
}

Object.assign(window, { bench: await load() })
