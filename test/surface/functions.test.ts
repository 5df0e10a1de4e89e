// Functions while they are drawn: failures cost their place, templates of the data are followed.
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FunctionDefinitions } from '../../src/catalog/expression.ts'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { call, catalogId, tools } from './function-setup.ts'
import { mount } from './mount.ts'

describe('a function that throws', () => {
  const explode: FunctionDefinitions = {
    explode: {
      run({ value }) {
        if (value === 'calm') return 'fine'
        throw new Error(`no: ${String(value)}`)
      },
    },
  }

  it('[FN-3] leaves its place empty and is reported once, with the place; siblings live', async () => {
    const { send, runtime, reports } = record({ catalogs: [tools(explode)] })
    send(
      CS('s', { catalogId }),
      UC('s', [T('other', 'lives'), { ...T('root', call('explode', { path: '/v' })), accessibility: { label: 'L' } }]),
    )
    const [root, other] = ['root', 'other'].map((id) => mount(runtime.surface('s'), id))
    for (const value of [1, 2, 3]) send(UD('s', '/v', value))
    await Promise.resolve()
    expect([root?.prop('text'), root?.prop('accessibility'), other?.prop('text')]).toEqual([
      '',
      { label: 'L' },
      'lives',
    ])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'FUNCTION_FAILED',
      severity: 'error',
      place: { surfaceId: 's', componentId: 'root', line: 2, at: '/updateComponents/components/1/text' },
    })
    expect(reports[0]?.message).toContain('"explode" failed: no:')
    send(UD('s', '/v', 'calm'))
    expect(root?.prop('text')).toBe('fine')
  })

  it('[FN-3] is reported again when its component is sent again, and for each of its places', async () => {
    const { send, runtime, reports } = record({ catalogs: [tools(explode)] })
    const component = { ...T('root', call('explode')), accessibility: { label: call('explode') } }
    send(CS('s', { catalogId }), UC('s', [component]))
    mount(runtime.surface('s')).unmount()
    mount(runtime.surface('s')).unmount()
    await Promise.resolve()
    expect(reports.map(({ place }) => place.at?.replace('/updateComponents/components/0', ''))).toEqual([
      '/accessibility/label',
      '/text',
    ])
    send(UC('s', [component]))
    mount(runtime.surface('s'))
    await Promise.resolve()
    expect(reports).toHaveLength(4)
  })

  it('[FN-3] within a text leaves the rest of it', () => {
    const { send, shown } = record({ catalogs: [tools(explode)] })
    send(
      CS('s', { catalogId }),
      UC('s', [T('root', { call: 'formatString', args: { value: '<${explode()}> ${/v}' } })]),
      UD('s', '/v', 'rest'),
    )
    expect(shown('s')).toBe('<> rest')
  })

  it('[FN-3] may throw one and the same error each time: each place is told for itself', async () => {
    const always = new SurfaceError('LIMIT_STRING', 'Too long', { hint: 'Shorten it.' })
    const catalog = tools({
      same: {
        run() {
          throw always
        },
      },
    })
    const { send, runtime, reports } = record({ catalogs: [catalog] })
    send(CS('s', { catalogId }), UC('s', [T('root', call('same')), T('other', call('same'))]))
    for (const id of ['root', 'other']) mount(runtime.surface('s'), id)
    await Promise.resolve()
    expect(reports.map(({ place }) => place.at)).toEqual([
      '/updateComponents/components/0/text',
      '/updateComponents/components/1/text',
    ])
    expect(always.place).toEqual({})
  })

  it('[FN-3] what it throws need not be an error, and is clipped', async () => {
    const odd: FunctionDefinitions = {
      odd: {
        run: () => {
          throw 'x'.repeat(1_000)
        },
      },
    }
    const { send, reports, shown } = record({ catalogs: [tools(odd)] })
    send(CS('s', { catalogId }), UC('s', [T('root', call('odd'))]))
    shown('s')
    await Promise.resolve()
    expect(reports[0]?.code).toBe('FUNCTION_FAILED')
    expect(reports[0]?.message.length).toBeLessThan(200)
  })
})

describe('a template that comes with the data', () => {
  const bound = T('root', { call: 'formatString', args: { value: { path: '/t' } } })

  it('[FN-5] is followed, and so is what it names', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [bound]), UD('s', '/', { t: 'Hi ${/name}', name: 'Ada' }))
    const { prop } = mount(runtime.surface('s'))
    const seen = [prop('text')]
    for (const write of [UD('s', '/name', 'Bob'), UD('s', '/t', 'Bye ${/name}')]) {
      send(write)
      seen.push(prop('text'))
    }
    expect(seen).toEqual(['Hi Ada', 'Hi Bob', 'Bye Bob'])
  })

  it('[FN-6] what it brings in is not read as a template once more', () => {
    const { send, shown } = record()
    send(CS('s'), UC('s', [bound]), UD('s', '/', { t: '${/name}', name: '${/t}' }))
    expect(shown('s')).toBe('${/t}')
  })

  it('[FN-2] and names itself ends soon, however often it does', async () => {
    const { send, shown, codes } = record()
    send(CS('s'), UC('s', [bound]), UD('s', '/t', '<${formatString(value: /t)}${formatString(value: /t)}>'))
    expect(shown('s')).toBe('<>')
    await Promise.resolve()
    expect(codes()).toEqual(['LIMIT_CALL_DEPTH'])
  })
})

describe('a computed text', () => {
  it.each<readonly [what: string, value: JsonValue]>([
    ['that the agent wrote', '${/v}'.repeat(10_000)],
    ['that comes with the data', { path: '/t' }],
  ])('[FN-5] grows only to the limit of all texts, in a template %s', async (_what, value) => {
    const { send, shown, reports } = record()
    send(CS('s'), UC('s', [T('root', { call: 'formatString', args: { value } }), T('other', 'lives')]))
    send(UD('s', '/', { v: 'x'.repeat(50_000), t: '${/v}'.repeat(2_000) }))
    expect([shown('s'), shown('s', 'other')]).toEqual(['', 'lives'])
    await Promise.resolve()
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code: 'LIMIT_STRING', place: { surfaceId: 's', componentId: 'root' } })
  })
})

describe('the world of a call', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('[FN-19] is asked for what the function reads, and for nothing else', () => {
    let asked = 0
    const counted = {
      get width() {
        asked++
        return 360
      },
      height: 640,
    }
    vi.stubGlobal('screen', counted)
    const wide = tools({ wide: { run: (_args, { screen }) => `${screen?.width}` } })
    const { send, shown } = record({ catalogs: [wide] })
    send(CS('s', { catalogId }), UC('s', [T('root', call('wide')), T('other', required)]))
    expect([shown('s', 'other'), asked]).toEqual(['true', 0])
    expect([shown('s'), asked]).toEqual(['360', 1])
  })

  const required = { call: 'formatString', args: { value: "${required(value: 'Ada')}" } }
})
