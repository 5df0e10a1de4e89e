// A message, or a mistake of the host, for each error that a runtime reports. `messages.md` has what it says of them.

import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { compileCatalog } from '../../src/entries/ajv.ts'
import {
  basicCatalog,
  basicRenderers,
  defineCatalog,
  type RuntimeOptions,
  type SurfaceError,
} from '../../src/entries/index.ts'
import { lenient as mode } from '../../src/entries/lenient.ts'
import { asSurfaceError } from '../../src/errors/surface-error.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { createLazyModule } from '../../src/live/lazy-module.ts'
import { useLazyModule } from '../../src/react/hooks.ts'
import type { Renderer } from '../../src/react/renderer.ts'
import type { Source } from '../../src/stream/read.ts'
import { type MountOptions, mount } from '../react/mount.tsx'
import { CS, DS, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { call, tools, catalogId as toolsId } from '../surface/function-setup.ts'
import { mount as bind } from '../surface/mount.ts'

export interface Sample {
  readonly what: string
  readonly reports: () => readonly SurfaceError[] | Promise<readonly SurfaceError[]>
}

type Wire = JsonValue | string

/** Sends lines to surface `s`, which there is, and ends the stream. */
function after(what: string, messages: readonly Wire[], options: Partial<RuntimeOptions> = {}): Sample {
  return { what, reports: () => sent([CS('s'), ...messages], options).reports }
}

/** Sends lines, and ends the stream. */
function lone(what: string, messages: readonly Wire[], options: Partial<RuntimeOptions> = {}): Sample {
  return { what, reports: () => sent(messages, options).reports }
}

function sent(messages: readonly Wire[], options: Partial<RuntimeOptions>): Recorder {
  const recorder = record(options)
  recorder.send(...messages)
  return recorder
}

/** One component of a surface, as v0.9 writes it; no id: the root. */
function component(what: string, wire: JsonObject, options: Partial<RuntimeOptions> = {}): Sample {
  return after(what, [UC('s', [{ id: 'root', ...wire }])], options)
}

/** One component of v0.8. */
function old(what: string, type: string, props: JsonValue): Sample {
  return lone(what, [
    v08.BR('s'),
    { surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', component: { [type]: props } }] } },
  ])
}

/** The value that a text gets when it is drawn. */
function text(what: string, value: JsonValue, data: JsonValue = {}, options: Partial<RuntimeOptions> = {}): Sample {
  return {
    what,
    async reports() {
      const recorder = sent([CS('s'), UD('s', '/', data), UC('s', [T('root', value)])], options)
      bind(recorder.runtime.surface('s'))
      await Promise.resolve()
      return recorder.reports
    },
  }
}

/** A pattern that a check tries. */
function checked(what: string, pattern: string): Sample {
  const value = { call: 'regex', args: { value: 'x', pattern } }
  return drawn(what, [UC('s', [{ id: 'root', component: 'CheckBox', label: 'x', value }])])
}

function pushed(what: string, chunk: unknown): Sample {
  return {
    what,
    reports() {
      const { runtime, reports } = record()
      runtime.push(chunk as string)
      return reports
    },
  }
}

function read(what: string, source: () => unknown): Sample {
  return {
    what,
    async reports() {
      const { runtime, reports } = record()
      await runtime.read(source() as Source)
      return reports
    },
  }
}

/** What drawing finds. */
function drawn(what: string, messages: readonly JsonObject[], options: MountOptions = {}): Sample {
  return {
    what,
    async reports() {
      const { reports, page } = mount({ messages: [CS('s'), ...messages], ...options })
      await act(async () => undefined)
      page.unmount()
      return reports
    },
  }
}

const button = (action: JsonValue, rest: JsonObject = {}): JsonObject => ({
  ...{ id: 'root', component: 'Button', child: 'label', action },
  ...rest,
})
const go = { event: { name: 'go' } }
const label = T('label', 'Go')
const format = (value: string): JsonObject => ({ text: { call: 'formatString', args: { value } }, component: 'Text' })
const lenient = { validation: mode } as const
const chain = (depth: number): readonly JsonObject[] =>
  Array.from({ length: depth }, (_, index) => ({
    ...{ id: index === 0 ? 'root' : `c${index}`, component: 'Card' },
    child: index === depth - 1 ? 'label' : `c${index + 1}`,
  }))
const row = (id: string, ...children: readonly string[]): JsonObject => ({ id, component: 'Row', children })
const nested = (depth: number): JsonValue => (depth === 0 ? 'x' : { call: 'not', args: { value: nested(depth - 1) } })

/** Renderers of a host's own for `Text`. */
function withText(draw: () => ReactNode): MountOptions {
  return { renderers: { ...basicRenderers, Text: draw as Renderer } }
}

function withButton(press: (act: (name: string, context?: unknown) => void) => void): MountOptions {
  const Button = ({ act: does }: { readonly act: never }): ReactNode => {
    press(does)
    return null
  }
  return { renderers: { ...basicRenderers, Button: Button as unknown as Renderer } }
}

const missing = createLazyModule(() => Promise.reject(new Error('offline')))

/** What a press on the root says. */
function press(
  what: string,
  times: number,
  options: Partial<RuntimeOptions>,
  last: readonly JsonObject[] = [],
): Sample {
  return {
    what,
    async reports() {
      const recorder = sent([CS('s'), UC('s', [button(go), label])], options)
      const { binding } = bind(recorder.runtime.surface('s'))
      recorder.send(...last)
      for (let time = 0; time < times; time++) binding.act('action')
      await new Promise((resolve) => setTimeout(resolve))
      return recorder.reports
    },
  }
}

const stream: readonly Sample[] = [
  pushed('prose', 'Here is your page:\n'),
  pushed('a Markdown fence', '```json\n'),
  pushed('server-sent events', 'data: {"version":"v0.9"}\n'),
  pushed('a byte order mark within', '\n\uFEFF{}\n'),
  pushed('a broken object', '{"version":"v0.9",}\n'),
  {
    what: 'one line of prose beyond what is reported',
    reports: () => sent(Array(1_001).fill('prose'), {}).reports.slice(-1),
  },
  { what: 'prose without end', reports: () => sent(Array(1_003).fill('prose'), {}).reports.slice(-1) },
  pushed('bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x0a])),
  lone('a line beyond its limit', [CS('s')], { limits: { lineBytes: 20 } }),
  read('a line that is cut off', () => lines(CS('s')).slice(0, 30)),
  read('a source that fails', () => Promise.reject(new Error('the network is down'))),
  read('an HTTP error', () => new Response('', { status: 503 })),
  read('no source', () => 7),
  read('an object without chunks', () => ({})),
  read('no chunk', () => [lines(DS('s')), 7]),
  pushed('a list with more than lines', ['{}', 7]),
  pushed('no chunk, pushed', { chunk: 'x' }),
  after('a key twice', ['{"version":"v0.9","deleteSurface":{"surfaceId":"x","surfaceId":"y"}}']),
  after('digits that are lost', [
    '{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":12345678901234567890}}',
  ]),
  after('a number beyond a double', ['{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1e999}}']),
  after('nesting', [UD('s', '/', [[[[[['x']]]]]])], { limits: { jsonDepth: 6 } }),
  after('a long text', [UD('s', '/', 'x'.repeat(200))], { limits: { stringLength: 150 } }),
]

const envelope: readonly Sample[] = [
  lone('a text', ['"hello"']),
  lone('an array', ['[{}]']),
  lone('null', ['null']),
  lone('nothing', [{ version: 'v0.9' }]),
  lone('nothing, of v0.8', [{}]),
  lone('an unknown message', [{ version: 'v0.9', updateSurface: { surfaceId: 's' } }]),
  lone('a message that is misspelt', [{ version: 'v0.9', creatSurface: { surfaceId: 's' } }]),
  lone('a message of v0.8 in v0.9', [{ version: 'v0.9', surfaceUpdate: { surfaceId: 's', components: [] } }]),
  lone('a list of messages', [{ messages: [CS('s')] }]),
  lone('two messages', [{ ...CS('s'), ...DS('s') }]),
  lone('no version', [{ createSurface: CS('s')['createSurface'] as JsonObject }]),
  lone('another version', [{ version: 'v1.0', createSurface: {} }]),
  lone('members beside the message', [{ ...CS('s'), surfaceId: 's' }]),
  lone('a missing member', [{ version: 'v0.9', createSurface: { surfaceId: 's' } }]),
  lone('an unknown member', [CS('s', { title: 'Hello' })]),
  lone('a wrong member', [CS('s', { sendDataModel: 'yes' })]),
  lone('a payload that is none', [{ version: 'v0.9', deleteSurface: 's' }]),
  after('no components', [UC('s', [])]),
  after('a component that is none', [UC('s', ['root'])]),
  lone('a long id', [CS('x'.repeat(300))]),
  lone('an unknown catalog', [CS('s', { catalogId: 'https://host.example/mine' })]),
  after('a surface twice', [CS('s')]),
  lone('a surface that was not created', [UC('shop', [T('root', 'x')])]),
  after('a surface that is misspelt', [UC('S', [T('root', 'x')])]),
  after('a message of the other version', [v08.SU('s', [v08.T('root', 'x')])]),
  after('one surface too many', [CS('t'), CS('u')], { limits: { surfaces: 2 } }),
  lone('a theme of v0.9', [CS('s', { theme: { primaryColor: 'blue', agentDisplayName: 7 } })]),
  lone('entries of v0.8 without a value', [v08.BR('s'), v08.DM('s', [{ key: 'a' }])]),
  lone('updates for too many surfaces before createSurface', [UD('s', '/n', 1), UD('t', '/n', 1)], {
    limits: { surfaces: 1 },
  }),
  lone('too many bytes before beginRendering', [v08.SU('s', [v08.T('a', 'x')])], { limits: { heldBytes: 10 } }),
  {
    what: 'an object that is no JSON',
    reports() {
      const { runtime, reports } = record()
      for (const value of [() => 'x', new Map(), 5n]) runtime.apply({ version: 'v0.9', deleteSurface: value } as never)
      return reports
    },
  },
  lone('lenient: no version, and more', [{ createSurface: { surfaceId: 's', more: 1 } }], lenient),
  after('lenient: {id, type, props}', [UC('s', [{ id: 'root', type: 'Text', props: { text: 'x' } }])], lenient),
  after('lenient: no id', [UC('s', [{ component: 'Text', text: 'x' }, T('root', 'x')])], lenient),
  lone('lenient: a flat component in v0.8', [v08.BR('s'), v08.SU('s', [T('root', 'x')])], lenient),
  lone(
    'lenient: contents as an object',
    [v08.BR('s'), { dataModelUpdate: { surfaceId: 's', contents: { a: 1 } } }],
    lenient,
  ),
]

const data: readonly Sample[] = [
  after('a tilde', [UD('s', '/a~b', 1)]),
  after('a name that is forbidden', [UD('s', '/__proto__/x', 1)]),
  after('a very long path', [UD('s', '/a'.repeat(1_001), 1)]),
  after('an index beyond the list', [UD('s', '/list', [1, 2]), UD('s', '/list/5', 1)]),
  after('a name in a list', [UD('s', '/list', [1, 2]), UD('s', '/list/name', 1)]),
  after('a name in a text', [UD('s', '/a', 'x'), UD('s', '/a/b', 1)]),
  after('too much data', [UD('s', '/a', 'x'.repeat(100))], { limits: { dataBytes: 50 } }),
  after('too much data of all surfaces', [UD('s', '/a', 'x'.repeat(100))], { limits: { totalDataBytes: 50 } }),
]

const components: readonly Sample[] = [
  after('an empty id', [UC('s', [{ id: '', component: 'Text', text: 'x' }])]),
  after('a long id', [UC('s', [T('x'.repeat(300), 'x')])]),
  after('an id that is not well-formed', [UC('s', [T('\ud800', 'x')])]),
  component('no type', { component: '' }),
  component('a component of v0.8', { component: { Text: { text: { literalString: 'x' } } } }),
  component('an unknown type', { component: 'Hologram' }),
  component('a type that is misspelt', { component: 'Txt' }),
  component('a number for a text', { component: 'Text', text: 5 }),
  component('null for a text', { component: 'Text', text: null }),
  component('a literal of v0.8', { component: 'Text', text: { literalString: 'x' } }),
  component('a list for a text', { component: 'Text', text: ['x'] }),
  component('a path that is no text', { component: 'Text', text: { path: 5 } }),
  component('a path that is no pointer', { component: 'Text', text: { path: '/a~b' } }),
  component('a value out of a list', { component: 'Text', text: 'x', variant: 'h9' }),
  component('a missing property', { component: 'Card' }),
  component('more missing properties', { component: 'Slider' }),
  component('a property that is misspelt', { component: 'Text', txt: 'x' }),
  component('an unknown property', { component: 'Text', text: 'x', onclick: 'x' }),
  component('an unknown property near one that is there', { component: 'Text', text: 'x', texts: 'x' }),
  component('an unknown property near one that is not', { component: 'Text', text: 'x', varient: 'h1' }),
  component('a child that is a component', { component: 'Card', child: T('x', 'x') }),
  component('children of v0.8', { component: 'Row', children: { explicitList: ['a'] } }),
  component('a number among the children', { component: 'Row', children: ['a', 5] }),
  component('an action of v0.8', { ...button({ name: 'go' }) }),
  component('a context that is null', { ...button({ event: { name: 'go', context: { a: null } } }) }),
  component('an unknown icon', { component: 'Icon', name: 'zebra' }),
  component('an icon that is misspelt', { component: 'Icon', name: 'favorit' }),
  component('no tabs', { component: 'Tabs', tabs: [] }),
  component('a wrong check', { ...button(go), checks: [{ condition: 5 }] }),
  old('v0.8: a plain text', 'Text', { text: 'x' }),
  old('v0.8: no text', 'Text', {}),
  old('v0.8: a list for the children', 'Row', { children: ['a'] }),
  old('v0.8: an action of v0.9', 'Button', { child: 'label', action: go }),
  old('v0.8: no object', 'Text', 'x'),
  lone('v0.8: two types', [v08.BR('s'), v08.SU('s', [{ id: 'root', component: { Text: {}, Card: {} } }])]),
  component('lenient: an action without its event', { ...button({ name: 'go' }) }, lenient),
  after('an id twice', [UC('s', [T('root', 'a'), T('root', 'b')])]),
  after('a cycle', [UC('s', [row('root', 'a'), row('a', 'root')])]),
  after('too many components', [UC('s', [T('root', 'a'), T('b', 'b'), T('c', 'c')])], { limits: { components: 2 } }),
  {
    what: 'what never came',
    reports() {
      const recorder = sent([CS('s'), CS('t'), UC('t', [row('root', 'a')]), v08.SU('u', [v08.T('root', 'x')])], {})
      recorder.runtime.end()
      return recorder.reports
    },
  },
  {
    what: 'limits of a schema',
    reports() {
      const id = { type: 'string' }
      const properties = {
        ...{ id, component: { const: 'One' }, size: { type: 'integer', minimum: 1, maximum: 9 } },
        ...{ code: { type: 'string', minLength: 2, maxLength: 3, pattern: '^[a-z]+$' }, kind: { const: 'a' } },
        ...{ day: { type: 'string', format: 'date' }, rows: { type: 'array', maxItems: 1, uniqueItems: true } },
        ...{ more: { type: 'object', minProperties: 1 }, less: { type: ['number', 'null'], exclusiveMaximum: 5 } },
      }
      const One = { type: 'object', properties, required: ['id', 'component'], additionalProperties: false }
      const catalogId = 'https://host.example/one'
      const catalogs = [defineCatalog(compileCatalog({ catalogId, components: { One } }))]
      const wrong: readonly JsonObject[] = [
        ...[{ size: 1.5 }, { size: 0 }, { size: 10 }, { code: 'a' }, { code: 'abcd' }, { code: 'A1' }, { kind: 'b' }],
        ...[{ day: 'today' }, { rows: [1, 2] }, { more: {} }, { less: 'x' }, { less: 7 }],
      ]
      const all = wrong.map((props, index) => ({ id: `c${index}`, component: 'One', ...props }))
      return sent([CS('s', { catalogId }), UC('s', all)], { catalogs }).reports
    },
  },
]

const functions: readonly Sample[] = [
  component('an unknown function', { component: 'Text', text: { call: 'shout', args: {} } }),
  component('a function that is misspelt', { component: 'Text', text: { call: 'formatNumbr', args: {} } }),
  component('a missing argument', { component: 'Text', text: { call: 'formatNumber', args: {} } }),
  component('a wrong argument', { component: 'Text', text: { call: 'formatNumber', args: { value: [] } } }),
  component('an unknown argument', {
    component: 'Text',
    text: { call: 'formatNumber', args: { value: 1, digits: 2 } },
  }),
  component('an effect as a value', {
    component: 'Text',
    text: { call: 'openUrl', args: { url: 'https://a.example' } },
  }),
  component('calls that nest', { component: 'CheckBox', label: 'x', value: nested(4) }, { limits: { callDepth: 3 } }),
  component('a template that is not closed', format('${/a')),
  component('a template with two expressions', format('${/a /b}')),
  component('a text that is not closed', format("${f(a: 'x)}")),
  component('digits that are no number', format('${1.2.3}')),
  component('a sign in a template', format('${=}')),
  component('a path with a wrong %', format('${/a%zz}')),
  component('an argument without a name', format('${f(/a)}')),
  component('arguments that are not closed', format('${f(a: /a')),
  component('templates that nest', format(`${'${'.repeat(40)}/a${'}'.repeat(40)}`)),
  component('a long pattern', {
    component: 'TextField',
    label: 'x',
    checks: [{ condition: { call: 'regex', args: { value: 'x', pattern: 'x'.repeat(600) } }, message: 'x' }],
  }),
  checked('lookaround in a pattern', '(?=a)b'),
  checked('a pattern that is not closed', '(['),
  text('a date pattern', { call: 'formatDate', args: { value: '2026-01-01T10:00:00Z', format: 'YYYY' } }),
  text('a date pattern with T', {
    call: 'formatDate',
    args: { value: '2026-01-01T10:00:00Z', format: 'yyyy-MM-ddTHH' },
  }),
  text('no currency', { call: 'formatCurrency', args: { value: 1, currency: 'euro' } }),
  text(
    'a template within a template',
    { call: 'formatString', args: { value: { path: '/a' } } },
    {
      a: '${formatString(value: /b)}',
      b: '${formatString(value: /a)}',
    },
  ),
  text(
    'a long text',
    { call: 'formatString', args: { value: '${/a}${/a}' } },
    { a: 'x'.repeat(100) },
    {
      limits: { stringLength: 150 },
    },
  ),
  text('too much work', { call: 'formatString', args: { value: '${/a}' } }, { a: 'x' }, { limits: { work: 1 } }),
  {
    what: 'functions of the host that fail',
    async reports() {
      const catalog = tools({
        breaks: {
          run: () => {
            throw new Error('no price for it')
          },
        },
        late: { load: () => Promise.reject(new Error('offline')), run: () => 'x' },
        named: { load: () => Promise.resolve('x'), run: () => 'x' },
        says: { run: (args, { evaluate }) => evaluate(args['value'] ?? null) },
      })
      const named = { call: 'says', args: { value: { path: '/call' } } }
      const all = [T('a', call('breaks')), T('b', call('late')), T('c', named)]
      const wire = [CS('s', { catalogId: toolsId }), UD('s', '/call', { call: 'named', args: {} }), UC('s', all)]
      const recorder = sent(wire, { catalogs: [catalog] })
      for (const { id } of all) bind(recorder.runtime.surface('s'), id as string)
      await new Promise((resolve) => setTimeout(resolve))
      return recorder.reports
    },
  },
]

const drawing: readonly Sample[] = [
  drawn(
    'a renderer that throws',
    [UC('s', [T('root', 'x')])],
    withText(() => {
      throw new Error('no such colour')
    }),
  ),
  drawn('no renderer', [UC('s', [T('root', 'x')])], { renderers: { Row: basicRenderers.Row } }),
  drawn(
    'act with a wrong name',
    [UC('s', [button(go), label])],
    withButton((does) => does('actoin')),
  ),
  drawn(
    'act with a context that is no JSON',
    [UC('s', [button(go), label])],
    withButton((does) => does('action', [1])),
  ),
  drawn('a part that does not come', [UC('s', [T('root', 'x')])], {
    ...withText(function Late() {
      useLazyModule(missing, 'icons', true)
      return null
    }),
  }),
  drawn('too many nodes', [UC('s', [row('root', 'label', 'label'), label])], { limits: { nodes: 2 } }),
  drawn('too many nodes of all surfaces', [UC('s', [row('root', 'label', 'label'), label])], {
    limits: { totalNodes: 2 },
  }),
  drawn('too many levels', [UC('s', [...chain(6), label])], { limits: { renderDepth: 5 } }),
  drawn('a heap of marks', [UC('s', [T('root', `a${'\u0301'.repeat(40)}`)])]),
  drawn('a control in a control', [UC('s', [button(go), button(go, { id: 'label', child: 'x' }), T('x', 'x')])]),
  drawn('an address that is not loaded', [
    UC('s', [{ id: 'root', component: 'Image', url: 'ftp://a.example/x.png', description: 'x' }]),
  ]),
  drawn('a slider without a range', [
    UC('s', [{ id: 'root', component: 'Slider', label: 'x', value: 1, min: 9, max: 2 }]),
  ]),
  drawn('an icon that is bound', [
    UD('s', '/icon', 'zebra'),
    UC('s', [{ id: 'root', component: 'Icon', name: { path: '/icon' } }]),
  ]),
  press('a press on a surface that is gone', 1, {}, [DS('s')]),
  press('many presses', 3, { limits: { actionsPerSecond: 2 } }),
  press('an action that fails', 1, { onEvent: () => Promise.reject(new Error('the agent is offline')) }),
  {
    what: 'a runtime that is disposed',
    reports() {
      const { runtime, reports } = record()
      runtime.dispose()
      runtime.push('x')
      return reports
    },
  },
  { what: 'a fault of this library', reports: () => [asSurfaceError(new TypeError('x is not a function'))] },
]

export const samples: { readonly [title: string]: readonly Sample[] } = {
  'The stream': stream,
  Messages: envelope,
  'The data model': data,
  Components: components,
  Functions: functions,
  'Drawing, actions, the runtime': drawing,
}

/** What a catalog's id is called in the table. */
export const shortened: readonly (readonly [text: string, short: string])[] = [[basicCatalog.catalogId, 'C']]
