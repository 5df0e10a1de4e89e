// How much the functions of one surface may compute in one go. Patterns: pattern-work.test.ts.
import { describe, expect, it, vi } from 'vitest'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import type { FunctionDefinition } from '../../src/catalog/expression.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog, preloadFunctions } from '../../src/entries/catalogs.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'
import { draw, names, textsOf, turn } from './work-setup.ts'

await preloadFunctions()

describe('the limit on work', () => {
  it('[FN-20] leaves what is beyond it empty, and is one report for the surface', async () => {
    const recorder = record({ limits: { work: 5_000 } })
    const ids = names(20)
    recorder.send(CS('s'), UD('s', '/v', 'x'.repeat(900)))
    recorder.send(textsOf(ids, () => ({ call: 'formatString', args: { value: { path: '/v' } } })))
    const shown = draw(recorder, ids)
    await turn()
    // A template of 900 characters takes 900 × 10 steps to take apart.
    expect(shown).toEqual(ids.map(() => ''))
    expect(recorder.reports.map(({ code, place }) => [code, place.surfaceId])).toEqual([['LIMIT_WORK', 's']])
    expect(recorder.reports[0]?.hint).toContain('shorter')
  })

  it('[FN-20] counts each element of a list, whether something is looked up for it or not', async () => {
    const tabs = names(100).map((child) => ({ title: child, child }))
    const shown = async (work: number): Promise<unknown> => {
      const { send, codes, runtime } = record({ limits: { work } })
      send(CS('s'), UC('s', [{ id: 'root', component: 'Tabs', tabs }]))
      const titles = mount(runtime.surface('s'), 'root').prop('tabs')
      await turn()
      return [Array.isArray(titles) && titles.length, codes()]
    }
    expect([await shown(500), await shown(499)]).toEqual([
      [100, []],
      [0, ['LIMIT_WORK']],
    ])
  })

  it('[FN-20] begins anew with the next change, and is reported again for components that are sent again', async () => {
    const recorder = record({ limits: { work: 1_000 } })
    const components = textsOf(names(10), () => ({
      call: 'formatNumber',
      args: { value: { path: '/n' }, decimals: 0 },
    }))
    recorder.send(CS('s'), UD('s', '/n', 1), components)
    // 100 steps for the call and 5,000 for the formatter: never enough.
    expect(draw(recorder, ['t0', 't1'])).toEqual(['1', '1'])
    await turn()
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
    draw(recorder, ['t2'])
    await turn()
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
    recorder.send(components)
    draw(recorder, ['t2'])
    await turn()
    expect(recorder.codes()).toEqual(['LIMIT_WORK', 'LIMIT_WORK'])
  })

  it('[FN-20] has all steps again for the next change', async () => {
    // Of a template with one character: 100 for the call, 60 for the path, 11 for the character, 200 for the part.
    const recorder = record({ limits: { work: 400 } })
    const template = { call: 'formatString', args: { value: { path: '/v' } } }
    recorder.send(
      CS('s'),
      UD('s', '/v', 'a'),
      textsOf(names(2), () => template),
    )
    const [first, second] = names(2).map((id) => mount(recorder.runtime.surface('s'), id))
    expect([first?.prop('text'), second?.prop('text')]).toEqual(['a', ''])
    first?.unmount()
    await turn()
    recorder.send(UD('s', '/v', 'b'))
    expect(second?.prop('text')).toBe('b')
  })

  it('[FN-20] counts what a host function declares', async () => {
    const run = vi.fn<FunctionDefinition['run']>((_args, { spend }) => {
      spend(400)
      return 'done'
    })
    const schema = {
      type: 'object',
      properties: { call: { const: 'heavy' }, args: { type: 'object' }, returnType: { const: 'string' } },
      required: ['call'],
    }
    const catalogId = 'https://host.example/heavy'
    const compiled = compileCatalog({ catalogId, functions: { heavy: schema } })
    const catalog = defineCatalog(compiled, { functions: { heavy: { run } }, extend: basicCatalog })
    const recorder = record({ catalogs: [catalog], limits: { work: 1_200 } })
    const ids = names(4)
    recorder.send(
      CS('s', { catalogId }),
      textsOf(ids, () => ({ call: 'heavy', args: {} })),
    )
    expect(draw(recorder, ids)).toEqual(['done', 'done', '', ''])
    await turn()
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
    expect(draw(recorder, ids.slice(2))).toEqual(['done', 'done'])
  })

  it('[FN-20] counts a list of calls before it walks it', () => {
    const recorder = record({ limits: { work: 2_000 } })
    const values = Array.from({ length: 1_000 }, () => ({ call: 'not', args: { value: { path: '/v' } } }))
    recorder.send(CS('s'), UC('s', [T('root', { call: 'formatString', args: { value: 'x' } })]))
    const box = { id: 'root', component: 'CheckBox', label: 'L', value: { call: 'and', args: { values } } }
    recorder.send(UC('s', [box]))
    expect(draw(recorder, ['root'], 'value')).toEqual([false])
  })
})

describe('templates and dates of the data', () => {
  it.each([
    ['a template of 98,000 characters', 'formatString', () => ({ value: { path: '/v' } }), '${/a}'.repeat(19_600)],
    [
      'a date pattern of 90,000 letters',
      'formatDate',
      (index: number) => ({ value: 86_400_000 * index, format: { path: '/v' } }),
      'd '.repeat(45_000),
    ],
  ])('[FN-20] %s, drawn 300 times, is one report', async (_title, call, args, value) => {
    const recorder = record()
    const ids = names(300)
    recorder.send(
      CS('s'),
      UD('s', '', { v: value, a: 'x' }),
      textsOf(ids, (index) => ({ call, args: args(index) })),
    )
    const shown = draw(recorder, ids)
    await turn()
    expect(shown.filter((text) => text !== '').length).toBeLessThan(10)
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
  })

  it.each(['email', 'numeric'])('[FN-20] %s of 300 texts of 90,000 characters is one report @all', async (call) => {
    const recorder = record({ limits: { dataBytes: 50_000_000 } })
    const ids = names(300)
    const boxes = ids.map((id) => ({
      ...{ id, component: 'CheckBox', label: 'L' },
      value: { call, args: { value: { path: `/${id}` } } },
    }))
    recorder.send(CS('s'), ...ids.map((id) => UD('s', `/${id}`, id + 'x'.repeat(90_000))), UC('s', boxes))
    draw(recorder, ids, 'value')
    await turn()
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
  })

  it('[FN-20] 300 calls in one `and` are counted like 300 texts @all', async () => {
    const recorder = record()
    const dates = Array.from({ length: 300 }, (_, index) => ({
      call: 'formatDate',
      args: { value: 86_400_000 * index, format: { path: '/v' } },
    }))
    recorder.send(CS('s'), UD('s', '/v', 'MMMM '.repeat(1_000)))
    recorder.send(
      UC('s', [{ id: 'root', component: 'CheckBox', label: 'L', value: { call: 'and', args: { values: dates } } }]),
    )
    expect(draw(recorder, ['root'], 'value')).toEqual([false])
    await turn()
    expect(recorder.codes()).toEqual(['LIMIT_WORK'])
  })
})
