// Every fault of what a model wrote: lists, order, what follows from what, and the bounds of a check.
import { describe, expect, it } from 'vitest'
import { checkMessages } from '../../src/authoring/index.ts'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, DS, lines, T, UC, UD, v08 } from '../support/messages.ts'

const check = (...[input, options]: Parameters2): ReturnType<typeof checkMessages> =>
  checkMessages(input, basicCatalog, options)
type Parameters2 = [Parameters<typeof checkMessages>[0], Parameters<typeof checkMessages>[2]?]

const codes = (...parameters: Parameters2): readonly string[] =>
  check(...parameters).faults.map(({ code, line }) => `${line ?? '-'} ${code}`)

/** Components of which each has one fault. */
const faulty = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({ ...T(`t${index}`, 'x'), size: 1 }))

const good = [CS('s'), UC('s', [T('root', 'Hello')]), UD('s', '/a', 1)]

describe('a check', () => {
  it('[MW-1] finds nothing in what is right, and gives the messages', () => {
    const none = { valid: true, messages: good, faults: [], more: 0 }
    expect(check(lines(...good))).toEqual(none)
    expect(check(good)).toEqual(none)
    const old = [v08.SU('o', [v08.T('root', 'Hello')]), v08.BR('o')]
    expect(check(lines(...old))).toEqual({ ...none, messages: old })
    expect(check('')).toEqual({ ...none, messages: [] })
  })

  it('[MW-1] lists the faults of all lines in their order, and gives the other messages', () => {
    const text = lines(
      CS('s'),
      UC('s', faulty(7)),
      '{"version": "v0.9", "deleteSurface": {}}',
      UC('s', [T('root', 'x')]),
    )
    const { valid, messages, faults, more } = check(text)
    expect(valid).toBe(false)
    expect(messages).toEqual([CS('s'), UC('s', [T('root', 'x')])])
    expect(faults.map(({ line, at }) => `${line} ${at}`)).toEqual([
      ...faulty(7).map((_, index) => `2 /updateComponents/components/${index}/size`),
      '3 /deleteSurface/surfaceId',
    ])
    expect(more).toBe(0)
    expect(faults[0]).toMatchObject({ code: 'VALIDATION_FAILED', severity: 'error' })
  })

  it('[MW-1] [E-5] gives a message without the components that a runtime refuses', () => {
    const column = { id: 'root', component: 'Column', children: ['a', 'b', 'c'] }
    const all = [{ component: 'Text', text: 'x' }, column, { id: 'b', component: 'Txt' }, T('a', 'x'), column]
    const self = { id: 'c', component: 'Column', children: ['c'] }
    const { valid, messages, faults } = check([CS('s'), UC('s', [...all, self])])
    expect(valid).toBe(false)
    expect(messages).toEqual([CS('s'), UC('s', [column, T('a', 'x'), column])])
    // What was refused is neither missing nor without a parent.
    expect(faults.map(({ code }) => code)).toEqual([
      'COMPONENT_SHAPE',
      'COMPONENT_UNKNOWN',
      'GRAPH_CYCLE',
      'ID_DUPLICATE',
    ])
    const payload = { surfaceId: 's', components: [T('root', 'x')], extra: 1 }
    expect(check([CS('s'), { version: 'v0.9', updateComponents: payload }]).messages).toEqual([CS('s')])
  })

  it('[MW-1] [E-5] gives what was held without the components that are refused when it is applied', () => {
    const held = [v08.SU('o', [v08.T('a', 'old'), v08.C('root', 'Card', { child: 'a' }), v08.C('b', 'Txt', {})])]
    const newer = v08.SU('o', [v08.T('a', 'new')])
    const { messages } = check([...held, newer, v08.BR('o')])
    expect(messages).toEqual([
      v08.SU('o', [v08.T('a', 'old'), v08.C('root', 'Card', { child: 'a' })]),
      newer,
      v08.BR('o'),
    ])
  })

  it('[MW-1] counts the faults beyond the limit', () => {
    const messages = [CS('s'), UC('s', [T('root', 'x'), ...faulty(100)])]
    expect(check(messages)).toMatchObject({ faults: { length: 20 }, more: 80 })
    expect(check(messages, { max: 3 })).toMatchObject({ faults: { length: 3 }, more: 97 })
  })

  it('[MW-1] reports what was held for its surface at the line that it stood on', () => {
    const held = lines(v08.SU('o', [v08.T('root', { literalStrin: 'x' })]), v08.BR('o'))
    expect(codes(held)).toEqual(['1 VALIDATION_FAILED'])
    expect(check(held).messages).toEqual([v08.BR('o')])
  })
})

describe('what follows from another fault', () => {
  it('[MW-2] lets one surface be missing once, and judges its lines', () => {
    expect(codes([UC('s', [T('root', 'x'), ...faulty(1)]), UD('s', '/a', 1)])).toEqual([
      '1 SURFACE_NOT_FOUND',
      '1 VALIDATION_FAILED',
    ])
    expect(codes([v08.SU('o', [v08.C('root', 'Texd', {})])])).toEqual(['1 ROOT_MISSING', '1 COMPONENT_UNKNOWN'])
  })

  it('[MW-2] takes a faulty beginning for one', () => {
    const { version: _, ...forgot } = CS('s')
    expect(codes([forgot, UC('s', [T('root', 'x'), ...faulty(1)])])).toEqual([
      '1 VERSION_MISSING',
      '2 VALIDATION_FAILED',
    ])
    expect(codes([CS('s', { catalogId: 'none' }), UC('s', [T('root', 'x')]), CS('s')])).toEqual(['1 CATALOG_UNKNOWN'])
  })

  it('[MW-2] misses nothing that a line may hold which cannot be read', () => {
    const row = { id: 'root', component: 'Row', children: ['a'] }
    expect(codes(lines('{"version": "v0.9", "createSurf', UC('s', [row])))).toEqual(['1 JSON_SYNTAX'])
    expect(codes(lines(CS('s'), UC('s', [row]), '{"version": "v0.9", "updateCompo'))).toEqual(['3 JSON_SYNTAX'])
    expect(codes(lines(CS('s'), UC('s', [row]), UC('s', [{ ...T('a', 'x'), size: 1 }])))).toEqual([
      '3 VALIDATION_FAILED',
    ])
  })

  it('[MW-2] tells a surface that was deleted from one that was not begun', () => {
    expect(codes([...good, DS('s'), UD('s', '/a', 1)])).toEqual(['5 SURFACE_NOT_FOUND'])
    expect(check([...good, DS('s'), UD('s', '/a', 1)]).messages).toHaveLength(4)
    expect(codes([...good, DS('s')])).toEqual([])
  })
})

describe('the end', () => {
  const row = UC('s', [{ id: 'root', component: 'Row', children: ['a'] }])

  it('[MW-3] makes a missing part an error, unless something follows', () => {
    const { valid, faults, messages } = check([CS('s'), row])
    expect([valid, faults.map(({ code, severity }) => [code, severity])]).toEqual([false, [['CHILD_MISSING', 'error']]])
    expect(messages).toHaveLength(2)
    expect(codes([CS('s')])).toEqual(['- ROOT_MISSING'])
    expect(check([CS('s'), row], { final: false })).toMatchObject({ valid: true, faults: [] })
  })

  it.each([
    ['/boats/*/name', 'name'],
    ['/boats/0/name', 'name'],
    ['/boats/{i}/crew/captain', 'crew/captain'],
    ['/price', 'price'],
    ['boats/*/name', 'name'],
    ['boats/name', 'name'],
    ['./price', 'price'],
    ['$.crew.captain', 'crew/captain'],
    ['item.name', 'name'],
  ])('[MW-3] says what a path in a template means that is in no item, and is right: %s', (path, meant) => {
    const root = { id: 'root', component: 'Column', children: { componentId: 'row', path: '/boats' } }
    const data = UD('s', '/boats', [{ name: 'Ada' }, { name: 'Kim', price: 3, crew: { captain: 'Lee' } }])
    const faultsWith = (text: string) => check([CS('s'), UC('s', [root, T('row', { path: text })]), data]).faults
    const [fault, ...others] = faultsWith(path)
    expect([fault?.at, fault?.severity, others]).toEqual(['/updateComponents/components/1/text/path', 'warning', []])
    expect(fault?.hint).toMatch(`Did you mean "${meant}"?`)
    expect(faultsWith(meant)).toEqual([])
  })

  it.each(['answer/text', 'billing/name', '/answers/text'])(
    '[MW-3] says nothing else of a path that is not there yet: %s',
    (path) => {
      const root = { id: 'root', component: 'Column', children: { componentId: 'row', path: '/qs' } }
      const field = { id: 'row', component: 'TextField', label: 'A', value: { path } }
      const { faults } = check([CS('s'), UC('s', [root, field]), UD('s', '/qs', [{ text: 'How?', name: 'n' }])])
      expect(faults.filter(({ hint }) => /"(text|name)"/.test(hint))).toEqual([])
    },
  )

  it('[MW-4] looks at so much of a path and of a list', () => {
    const root = { id: 'root', component: 'Column', children: { componentId: 'row', path: '/qs' } }
    const data = UD(
      's',
      '/qs',
      Array.from({ length: 20_000 }, () => ({ b: 1 })),
    )
    const row = T('row', { path: Array(900).fill('qs').join('/') })
    expect(check([CS('s'), UC('s', [root, row]), data]).faults).toEqual([])
  })

  it('[MW-3] says nothing of a path that is right, or is none', () => {
    const button = (context: JsonObject) => ({
      component: 'Button',
      child: 'a',
      action: { event: { name: 'b', context } },
    })
    for (const component of [
      { component: 'TextField', label: 'A', value: { path: 'Name' } },
      { component: 'TextField', label: 'A', value: { path: '/First name' } },
      button({ path: 'Tea', route: '/cart' }),
      { component: 'Text', text: '/help' },
      button({ path: 'Good morning', of: 1 }),
    ]) {
      const components = [
        { id: 'root', component: 'Column', children: ['b', 'a'] },
        { id: 'b', ...component },
        T('a', 'x'),
      ]
      expect(check([CS('s'), UC('s', components), UD('s', '/here', 1)]).faults).toEqual([])
    }
    for (const text of ['/here', { path: '/data/here' }])
      expect(check([CS('s'), UC('s', [T('root', text)]), UD('s', '/here', 1)]).faults).toHaveLength(1)
    expect(check([v08.SU('s', [v08.T('root', '/help')]), v08.BR('s')]).faults).toEqual([])
  })

  it('[MW-3] takes an id that reads like a text for the component that has it, or may have it', () => {
    const card = UC('s', [{ id: 'root', component: 'Card', child: 'Big box' }])
    expect(check([CS('s'), card, UC('s', [T('Big box', 'x')])]).faults).toEqual([])
    expect(check([CS('s'), card], { final: false }).faults).toEqual([])
    expect(check([CS('s'), card]).faults).toMatchObject([{ at: '/updateComponents/components/0/child' }])
  })

  it('[MW-3] leaves paths in a template within a template to the items of that one', () => {
    const components = [
      { id: 'root', component: 'Column', children: { componentId: 'boat', path: '/boats' } },
      { id: 'boat', component: 'Column', children: { componentId: 'seat', path: 'seats' } },
      T('seat', { path: 'name' }),
    ]
    const data = UD('s', '/boats', [{ seats: [{ name: 'Bow' }] }])
    expect(check([CS('s'), UC('s', components), data]).faults).toEqual([])
  })

  it('[MW-3] knows the surfaces that exist', () => {
    const before = check([CS('s'), row]).messages
    expect(codes([UC('s', [T('a', 'x')])], { before })).toEqual([])
    expect(codes([UD('s', '/a', 1)], { before })).toEqual(['- CHILD_MISSING'])
    expect(codes([CS('s')], { before })).toContain('1 SURFACE_EXISTS')
  })
})

describe('what lenient mode does about a fault', () => {
  const faultsOf = (component: JsonObject, ...others: readonly JsonObject[]): readonly (readonly string[])[] =>
    check([CS('s'), UC('s', [{ id: 'root', ...component }, ...others])]).faults.map(({ at, hint }) => [
      at.replace('/updateComponents/components', ''),
      hint,
    ])

  it('[MW-15] is not said of the components that it makes', () => {
    expect(faultsOf({ component: 'Txt', text: 'x', children: ['a'] }, T('a', 'y'))).toEqual([
      ['/0/component', 'Did you mean "Text"?'],
    ])
    const inner = { component: 'Column', children: [{ component: 'Text', content: 'x' }] }
    expect(faultsOf({ component: 'Card', child: inner })).toEqual([
      ['/0/child', 'Send components of their own, and "child": "root.child".'],
    ])
  })

  it('[MW-15] stands with the step that it follows, and names what it is about', () => {
    expect(faultsOf({ component: 'Button', label: 'Go', onClick: 'go' })).toEqual([
      ['/0/onClick', 'Rename "onClick" to "action". Send "action": {"event": {"name": "go"}}.'],
      ['/0/label', 'Send a component of its own, and its id as "child".'],
    ])
    const [[, hint] = []] = faultsOf({ type: 'Text', props: { text: 'x', variant: 'body1' } })
    expect(hint).toMatch(/^Send \{"id": …, "component": "Text", …\}\. For "variant", send one of /)
    const [[, list] = []] = faultsOf({ component: [{}, 'Column'] })
    expect(list).toBe('Send {"id": …, "component": "Text", …}.')
  })

  it('[MW-15] is no step of another component, where the whole message is refused', () => {
    const field = { id: 'b', component: 'Slider', label: 'l', value: { path: '/a' } }
    const components = [{ id: 'root', component: 'Card', child: 'b', size: 1 }, field]
    const { faults } = check([CS('s'), { version: 'v0.9', updateComponents: { surfaceId: 's', components, own: 1 } }])
    expect(faults.map(({ at, hint }) => `${at} ${hint}`)).toEqual([
      '/updateComponents/own Leave it out.',
      '/updateComponents/components/0/size Leave it out. Known: accessibility, weight, child.',
      '/updateComponents/components/1/max Send "max": 100.',
    ])
  })

  it('[MW-15] says of a long value that it goes on', () => {
    const [[, hint] = []] = faultsOf({ component: 'Text', text: ['x'.repeat(150), 'y'.repeat(150)] })
    expect(hint).toMatch(/^Send "text": "x{150}\\ny+…, with all that follows\.$/)
  })

  it('[MW-15] is at the place where strict mode finds the same', () => {
    const call = { call: 'formatString', args: { value: 'V ${trim(value: ${/code})}' } }
    expect(faultsOf(T('root', call)).map(([at]) => at)).toEqual(['/0/text/args/value'])
  })

  it('[MW-15] is no number whose last digits were lost', () => {
    const text = (member: string): string =>
      lines(CS('s'), `{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root",${member}}]}}`)
    const hints = (member: string): readonly string[] => check(text(member)).faults.map(({ hint }) => hint)
    expect(hints('"component":"Text","text":12345678901234567890')).toEqual(['Send long numbers as strings.'])
    expect(hints('"component":"Text","text":"x","colour":12345678901234567890')).toEqual([
      'Leave it out. Known: accessibility, weight, text, variant.',
    ])
  })
})

describe('the bounds of a check', () => {
  const circular: { [name: string]: unknown } = { version: 'v0.9' }
  circular['deleteSurface'] = circular

  it('[MW-4] never throws', () => {
    for (const input of ['{', '\u0000', 'Here you are:', '[]', '"', '{"__proto__": 1}', lines([]), '\ud800'])
      expect(check(input).valid).toBe(false)
    for (const message of [null, 1, undefined, [], () => 1, Symbol('a'), 1n, new Map(), circular])
      expect(check([message]).valid).toBe(false)
  })

  it('[MW-4] ends at 1 MiB and at 1,000 lines', () => {
    expect(codes(`{"a":"${'x'.repeat(1_048_576)}"}`)).toEqual(['1 LIMIT_LINE_BYTES'])
    const many = [CS('s'), UC('s', [T('root', 'x')]), ...Array.from({ length: 999 }, () => UD('s', '/a', 1))]
    const { faults, messages } = check(many)
    expect(faults.map(({ code, line }) => [code, line])).toEqual([['STREAM_TRUNCATED', 1001]])
    expect(messages).toHaveLength(1000)
  })
})

describe('the words that may stand at a place', () => {
  const catalogId = 'https://host.example/a, b'
  const text = { $ref: 'common_types.json#/$defs/DynamicString' }
  const kinds = ['say "yes"', 'a, b', 'long'.repeat(40)]
  const properties = { id: {}, component: { const: 'One' }, kind: { enum: kinds }, text }
  const One = { type: 'object', properties, additionalProperties: false }
  const catalog = defineCatalog(compileCatalog({ catalogId, components: { One } }))
  const expectedOf = (one: JsonObject, beginning = catalogId): readonly unknown[] =>
    checkMessages(
      [CS('s', { catalogId: beginning }), UC('s', [{ id: 'root', component: 'One', ...one }])],
      catalog,
    ).faults.map(({ expected }) => expected)

  it('[MW-1] are whole, whatever stands in them', () => {
    expect(expectedOf({ kind: 'no' })).toEqual([kinds])
    expect(expectedOf({}, 'https://other.example')).toEqual([[catalogId]])
  })

  it('[MW-1] are none where the catalog has no such name', () => {
    expect(expectedOf({ text: { call: 'trim', args: {} } })).toEqual([undefined])
  })
})
