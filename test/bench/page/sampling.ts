/** What the workloads have in common: how samples are taken, and how a stage is left. */
import type { Adapter } from './adapter.ts'
import { rest, type Stage } from './stage.ts'

/** Milliseconds, by what they are of. */
export type Samples = { readonly [what: string]: readonly number[] }

export type Workload = (adapter: Adapter) => Promise<Samples>

/** Single changes are below the clock's step, and so are timed by this many. */
export const batch = 20

/** One after the other, each on a page that has come to rest. */
export async function several(times: number, take: () => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    await rest()
    taken.push(await take())
  }
  return taken
}

/** The same, after one whose time is not counted: it runs code that is not warm yet. */
export async function severalWarm(times: number, take: () => Promise<number>): Promise<readonly number[]> {
  return (await several(times + 1, take)).slice(1)
}

export async function close(stage: Stage): Promise<void> {
  stage.close()
  await rest()
}
