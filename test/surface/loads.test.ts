// Functions that need a module: until it is there they have no value, and afterwards everything that asked follows.
import { describe, expect, it, type Mock, onTestFinished, vi } from 'vitest'
import compiled from '../../catalogs/extended/functions.json?catalog'
import type { FunctionDefinition } from '../../src/catalog/expression.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { defineCatalog } from '../../src/entries/core.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { createLazyModule } from '../../src/live/lazy-module.ts'
import { gap } from '../../src/surface/evaluate.ts'
import { createLoads } from '../../src/surface/loads.ts'
import { checked, type Stage, settled, stage, textOf } from '../basic/functions/calling.ts'
import { UD } from '../support/messages.ts'

interface Slow {
  readonly arrive: (words: string) => void
  readonly fail: (cause: Error) => void
  readonly load: Mock<() => Promise<string>>
  stage(components: readonly JsonObject[]): Stage
}

/** A catalog in which `trim` waits for a word, and then says it. */
function slow(): Slow {
  let arrive: Slow['arrive'] = () => undefined
  let fail: Slow['fail'] = () => undefined
  const load = vi.fn(
    () =>
      new Promise<string>((resolve, reject) => {
        arrive = resolve
        fail = reject
      }),
  )
  const trim: FunctionDefinition<string> = { load, run: (_args, { loaded }) => loaded }
  const getScreenResolution: FunctionDefinition = { run: () => [] }
  const catalog = defineCatalog(compiled, { extend: basicCatalog, functions: { trim, getScreenResolution } })
  return {
    arrive: (words) => arrive(words),
    fail: (cause) => fail(cause),
    load,
    stage: (components) => stage(components, {}, { catalogs: [catalog] }, catalog.catalogId),
  }
}

const trim: JsonValue = { call: 'trim', args: { value: { path: '/v' } } }

describe('a function that loads', () => {
  it('[FN-15] has no value until then, and invalidates who asked, once', async () => {
    const { stage: show, arrive, load } = slow()
    const { binding, reports } = show([textOf(trim)])
    expect(load).not.toHaveBeenCalled()
    const bound = binding()
    const invalidate = vi.fn()
    expect(bound.getSnapshot().props['text']).toBe('')
    bound.attach({ notify: invalidate })
    await settled()
    arrive('hello')
    await settled()
    expect([invalidate.mock.calls.length, bound.getSnapshot().props['text']]).toEqual([1, 'hello'])
    expect([load.mock.calls.length, reports]).toEqual([1, []])
  })

  it.each([
    ['a template', 'On **${trim(value: /v)}**, ${/name}'],
    ['a template from the data', { path: '/template' }],
  ])('[LZ-2] of a text that is drawn keeps its place in %s: the marks around it are marks', async (_, value) => {
    const { stage: show, arrive } = slow()
    const { binding, send } = show([textOf({ call: 'formatString', args: { value } })])
    send(UD('s', '', { name: 'Ada', template: 'On **${trim(value: /v)}**, ${/name}' }))
    const bound = binding()
    bound.attach({ notify: () => undefined })
    const text = (): unknown => bound.getSnapshot().props['text']
    expect(text()).toBe(`On **${gap}**, Ada`)
    await settled()
    arrive('hello')
    await settled()
    expect(text()).toBe('On **hello**, Ada')
    send(UD('s', '/name', ''))
    expect(text()).toBe('On **hello**, ')
  })

  it('[LZ-2] has no place in an address, nor in what is sent', async () => {
    const { stage: show } = slow()
    const [value, name] = ['https://a.example/${trim(value: /v)}.png', '<${trim(value: /v)}>']
    const call = (template: string): JsonObject => ({ call: 'formatString', args: { value: template } })
    const action = { event: { name: 'go', context: { name: call(name) } } }
    const { binding, surface } = show([
      { id: 'root', component: 'Image', url: call(value), description: call(name) },
      { id: 'button', component: 'Button', child: 'root', action },
    ])
    expect(binding().getSnapshot().props).toMatchObject({
      url: 'https://a.example/.png',
      description: `<${gap}>`,
    })
    const emit = vi.spyOn(surface, 'emit')
    const button = binding('button')
    button.getSnapshot()
    button.act('action')
    expect(JSON.stringify(emit.mock.calls)).toContain('"name":"<>"')
  })

  it('[FN-15] that arrives between drawing and mounting is noticed', async () => {
    const { stage: show, arrive } = slow()
    const bound = show([textOf(trim)]).binding()
    bound.getSnapshot()
    await settled()
    arrive('hello')
    await settled()
    bound.attach({ notify: () => undefined })
    expect(bound.getSnapshot().props['text']).toBe('hello')
  })

  it('[FN-15] fails its checks without a message, turned over too, and leaves others alone', async () => {
    const { stage: show, arrive } = slow()
    const same = { call: 'required', args: { value: trim } }
    const { binding } = show(
      [checked(same), checked({ call: 'not', args: { value: same } }), checked({ path: '/no' })].map(
        (component, index) => ({ ...component, id: `c${index}` }),
      ),
    )
    const all = [0, 1, 2].map((index) => binding(`c${index}`))
    const seen = (): readonly unknown[] => all.map((one) => [one.getSnapshot().valid, one.getSnapshot().errors])
    expect(seen()).toEqual([
      [false, []],
      [false, []],
      [false, ['bad']],
    ])
    await settled()
    arrive('hello')
    await settled()
    expect(seen()).toEqual([
      [true, []],
      [false, ['bad']],
      [false, ['bad']],
    ])
  })

  it('[FN-15] keeps an action from being sent until it is known', async () => {
    const { stage: show, arrive } = slow()
    const action = { event: { name: 'go' } }
    const checks = [{ condition: { call: 'required', args: { value: trim } }, message: 'bad' }]
    const { binding, surface } = show([{ id: 'root', component: 'Button', child: 'c', action, checks }])
    const emit = vi.spyOn(surface, 'emit')
    const button = binding()
    button.act('action')
    await settled()
    arrive('hello')
    await settled()
    expect(emit).not.toHaveBeenCalled()
    button.act('action')
    expect(emit).toHaveBeenCalledTimes(1)
  })

  it('[FN-15] that cannot be loaded is reported, and its checks fail', async () => {
    const { stage: show, fail } = slow()
    const { binding, reports } = show([checked({ call: 'required', args: { value: trim } })])
    binding().getSnapshot()
    await settled()
    fail(new Error('no network'))
    await settled()
    expect(binding().getSnapshot()).toMatchObject({ valid: false, errors: ['bad'] })
    await settled()
    expect(reports.map(({ code, message }) => [code, message])).toEqual([
      ['FUNCTION_FAILED', expect.stringContaining('no network')],
    ])
  })

  it('[FN-15] does not wake who has gone', async () => {
    const { stage: show, arrive } = slow()
    const bound = show([textOf(trim)]).binding()
    const invalidate = vi.fn()
    bound.getSnapshot()
    bound.attach({ notify: invalidate })
    bound.detach()
    await settled()
    arrive('hello')
    await settled()
    expect(invalidate).not.toHaveBeenCalled()
  })
})

describe('hydration', () => {
  it('[LZ-4] has what was preloaded; what the page has loaded besides comes afterwards, once', async () => {
    const arrived = vi.fn()
    const loads = createLoads(arrived)
    const [ahead, other] = [createLazyModule(async () => 'ahead'), createLazyModule(async () => 'other')]
    vi.stubGlobal('document', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    await Promise.all([ahead.preload(), other()])
    loads.beginHydration()
    expect([loads.get(ahead), loads.get(other)]).toEqual([{ value: 'ahead' }, undefined])
    const invalidate = vi.fn()
    loads.listen({ invalidate })
    await settled()
    // React may hydrate in several tasks.
    expect([loads.get(other), loads.arrivals]).toEqual([undefined, 0])
    expect([arrived, invalidate].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    loads.mount()
    expect([loads.get(other), loads.arrivals]).toEqual([{ value: 'other' }, 1])
    expect([arrived, invalidate].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('[LZ-4] keeps an arrival for the listener until the end', async () => {
    const loads = createLoads(() => undefined)
    let resolve: (value: string) => void = () => undefined
    const load = (): Promise<string> => new Promise((done) => (resolve = done))
    const invalidate = vi.fn()
    loads.begin(load)
    expect(loads.get(load)).toBeUndefined()
    loads.listen({ invalidate })
    loads.beginHydration()
    await settled()
    resolve('here')
    await settled()
    expect(invalidate).not.toHaveBeenCalled()
    loads.mount()
    expect([invalidate.mock.calls.length, loads.get(load)]).toEqual([1, { value: 'here' }])
  })

  it('[LZ-4] takes nothing away from a view that is mounted: a page may draw the same surface as a text', async () => {
    const loads = createLoads(() => undefined)
    const unmount = loads.mount()
    const [here, other] = [async () => 'here', async () => 'other']
    loads.beginHydration()
    loads.begin(here)
    expect(loads.get(here)).toBeUndefined()
    const invalidate = vi.fn()
    loads.listen({ invalidate })
    await settled()
    expect([invalidate.mock.calls.length, loads.arrivals]).toEqual([1, 1])
    unmount()
    loads.beginHydration()
    loads.begin(other)
    expect(loads.get(other)).toBeUndefined()
    await settled()
    expect(loads.arrivals).toBe(1)
  })

  it('[LZ-4] of a surface that lacks nothing changes nothing', () => {
    const arrived = vi.fn()
    const loads = createLoads(arrived)
    loads.beginHydration()
    loads.mount()
    expect([loads.arrivals, arrived.mock.calls.length]).toEqual([0, 0])
  })

  it('[FN-15] keeps a failed load from its report, which follows', async () => {
    const loads = createLoads(() => undefined)
    const load = vi.fn(() => Promise.reject(new Error('no network')))
    loads.beginHydration()
    loads.begin(load)
    expect(loads.get(load)).toBeUndefined()
    const invalidate = vi.fn()
    loads.listen({ invalidate })
    await settled()
    expect(loads.get(load)).toBeUndefined()
    loads.mount()
    expect(invalidate).toHaveBeenCalledTimes(1)
    expect(() => loads.get(load)).toThrow('no network')
    expect([loads.get(load), load.mock.calls.length]).toEqual(['missing', 1])
  })
})
