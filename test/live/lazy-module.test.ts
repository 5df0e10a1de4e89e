import { afterEach, expect, it, vi } from 'vitest'
import { preloadFunctions } from '../../src/entries/catalogs.ts'
import { preload } from '../../src/entries/index.ts'
import { createLazyModule } from '../../src/live/lazy-module.ts'
import { waitUntil } from '../support/wait-until.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Fails as often as `failures` says, then gives a module. */
function flaky(failures: number): () => Promise<{ readonly name: string }> {
  let left = failures
  return async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch')
    return { name: 'module' }
  }
}

it('[LZ-1] a lazy module is imported once, and is there without a wait afterwards', async () => {
  vi.stubGlobal('document', {})
  const load = vi.fn(flaky(0))
  const module = createLazyModule(load)
  const listener = vi.fn()
  const gone = vi.fn()
  module.subscribe(listener)
  module.subscribe(gone)()
  expect(module.get()).toBeUndefined()
  expect(load).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([module(), module()])
  expect(one).toBe(other)
  expect(module.get()).toBe(one)
  expect(await module()).toBe(one)
  expect([load.mock.calls.length, listener.mock.calls.length, gone.mock.calls.length]).toEqual([1, 1, 0])
})

it('[LZ-4] a server draws with preloaded modules only, whatever earlier requests have loaded', async () => {
  const module = createLazyModule(flaky(0))
  await module()
  expect([module.get(), module.preloaded()]).toEqual([undefined, undefined])
  await module.preload()
  expect([module.get(), module.preloaded()]).toEqual([{ name: 'module' }, { name: 'module' }])
})

it('[LZ-3] a lazy module that failed is tried again at the next call', async () => {
  const load = vi.fn(flaky(1))
  const module = createLazyModule(load)
  await expect(Promise.all([module(), module()])).rejects.toThrow('Failed to fetch')
  expect(module.get()).toBeUndefined()
  await expect(module()).resolves.toEqual({ name: 'module' })
  expect(load).toHaveBeenCalledTimes(2)
})

it('[LZ-3] a lazy module that failed is tried again whenever the browser is online again', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const load = vi.fn(flaky(3))
  const module = createLazyModule(load)
  const arrived = new Promise<void>((resolve) => module.subscribe(resolve))
  await expect(module()).rejects.toThrow('Failed to fetch')
  await expect(module()).rejects.toThrow('Failed to fetch')
  page.dispatchEvent(new Event('online'))
  await waitUntil(() => load.mock.calls.length === 3)
  await new Promise((resolve) => setTimeout(resolve))
  page.dispatchEvent(new Event('online'))
  await arrived
  page.dispatchEvent(new Event('online'))
  expect(load).toHaveBeenCalledTimes(4)
})

it('[LZ-4] preload refuses a part that does not exist, and says which do', async () => {
  await expect(preload(['markdwon' as 'markdown'])).rejects.toThrow(
    new TypeError('There is no part "markdwon". Did you mean "markdown"?'),
  )
  await expect(preloadFunctions(['x' as 'dates'])).rejects.toThrow('Known: dates, patterns.')
})
