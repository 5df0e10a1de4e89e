// Lazy modules whose arrival a test decides. Each is the product's own, made anew where the test forgets what has arrived.
//
// vi.mock('../../src/live/lazy-module.ts', async (original) => {
//   const actual = await original<typeof import('../../src/live/lazy-module.ts')>()
//   return (await import('./late-modules.ts')).lateModules(actual)
// })
import type * as Lazy from '../../src/live/lazy-module.ts'

interface Gate {
  /** The imports that are under way; each ends with this answer. */
  readonly waiting: ((there: boolean) => void)[]
  readonly anew: (() => void)[]
  /** Imports that have begun since `forget`. */
  begun: number
  /** Before the first `forget` modules arrive at once. */
  closed: boolean
}

const gate: Gate = { waiting: [], anew: [], begun: 0, closed: false }

function answer(there: boolean): void {
  for (const end of gate.waiting.splice(0)) end(there)
}

export const modules = {
  /** No module has arrived. */
  forget(): void {
    answer(false)
    for (const make of gate.anew) make()
    gate.begun = 0
    gate.closed = true
  },
  /** What is under way arrives. */
  arrive: (): void => answer(true),
  fail: (): void => answer(false),
  begun: (): number => gate.begun,
}

export function lateModules({ createLazyModule }: typeof Lazy): typeof Lazy {
  return {
    createLazyModule<T>(load: () => Promise<T>) {
      let loaded: T | undefined
      async function importModule(): Promise<T> {
        gate.begun++
        const there = !gate.closed || (await new Promise<boolean>((end) => gate.waiting.push(end)))
        if (!there) throw new TypeError('Failed to fetch dynamically imported module')
        loaded ??= await load()
        return loaded
      }
      let module = createLazyModule(importModule)
      gate.anew.push(() => {
        module = createLazyModule(importModule)
      })
      const current: Lazy.LazyModule<T> = Object.assign((again?: boolean) => module(again), {
        get: () => module.get(),
        preload: () => module.preload(),
        preloaded: () => module.preloaded(),
        subscribe: (listener: () => void) => module.subscribe(listener),
      })
      return current
    },
  }
}
