import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { type ClientEvent, errorCodes, SurfaceError } from '../../src/entries/core.ts'
import { root } from '../../src/json/pointer.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { encode } from '../../src/protocol/encode.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const extended = 'https://surface-runtime.example/catalogs/extended/functions.json'
const versions = ['v0.8', 'v0.9', 'v0.9.1'] as const

function schemaOf(version: 'v0.8' | 'v0.9'): ValidateFunction {
  const file = resolve(import.meta.dirname, `../../catalogs/${version}/client_to_server.json`)
  return new Ajv2020({ strict: false, formats: { 'date-time': instant } }).compile(
    JSON.parse(readFileSync(file, 'utf8')),
  )
}

const schemas = { 'v0.8': schemaOf('v0.8'), 'v0.9': schemaOf('v0.9'), 'v0.9.1': schemaOf('v0.9') }

const opening: { readonly [version in (typeof versions)[number]]: readonly JsonObject[] } = {
  'v0.9': [CS('s'), UC('s', [T('label', 'Go'), button()]), UD('s', '/n', 1)],
  'v0.9.1': [CS('s'), UC('s', [T('label', 'Go'), button()]), UD('s', '/n', 1)].map((message) => ({
    ...message,
    version: 'v0.9.1',
  })),
  'v0.8': [
    v08.SU('s', [
      v08.T('label', 'Go'),
      v08.C('root', 'Button', {
        child: 'label',
        action: { name: 'go', context: [{ key: 'n', value: { path: 'n' } }] },
      }),
    ]),
    v08.DM('s', [{ key: 'n', valueNumber: 1 }]),
    v08.BR('s'),
  ],
}

function button(): JsonObject {
  const action = { event: { name: 'go', context: { n: { path: '/n' } } } }
  return { id: 'root', component: 'Button', child: 'label', action }
}

function pressed(version: keyof typeof opening): Recorder & { readonly event: ClientEvent } {
  const recorder = record()
  recorder.send(...opening[version])
  const surface = recorder.runtime.surface('s')
  if (surface) new ComponentBinding(surface, 'root', root).act('action')
  const [event] = recorder.events
  if (!event) throw new Error(`no event: ${recorder.codes()}`)
  return { ...recorder, event }
}

describe('an event', () => {
  it.each([
    ['v0.8', ['userAction'], 'userAction'],
    ['v0.9', ['version', 'action'], 'action'],
    ['v0.9.1', ['version', 'action'], 'action'],
  ] as const)('[O-1] of a surface that %s opened is written in it', (version, members, kind) => {
    const { runtime, event } = pressed(version)
    const wire = runtime.encode(event)
    expect(Object.keys(wire)).toEqual(members)
    expect(wire['version']).toBe(version === 'v0.8' ? undefined : version)
    expect(wire[kind]).toEqual({
      name: 'go',
      surfaceId: 's',
      sourceComponentId: 'root',
      timestamp: expect.stringMatching(instant),
      context: { n: 1 },
    })
    expect(schemas[version](wire), JSON.stringify(schemas[version].errors)).toBe(true)
  })

  it('[O-1] remembers its version when the surface is gone, or is another one', () => {
    const { runtime, event, send } = pressed('v0.8')
    send(v08.DS('s'))
    expect(runtime.encode(event)).toHaveProperty('userAction')
    send(CS('s'))
    expect(runtime.encode(event)).toHaveProperty('userAction')
  })
})

describe('an error', () => {
  it.each(versions)('[O-1] of a surface that %s opened is written in it', (version) => {
    const recorder = record()
    recorder.send(...opening[version])
    recorder.send(version === 'v0.8' ? v08.SU('s', [v08.C('x', 'Txt', {})]) : UC('s', [{ id: 'x', component: 'Txt' }]))
    const [error] = recorder.reports
    if (!error) throw new Error('no report')
    const at =
      version === 'v0.8' ? '/surfaceUpdate/components/0/component/Txt' : '/updateComponents/components/0/component'
    expect(recorder.runtime.encode(error)).toEqual({
      ...(version === 'v0.8' ? {} : { version }),
      error: { code: 'VALIDATION_FAILED', surfaceId: 's', path: at, message: expect.stringContaining('Txt') },
    })
  })

  it('[O-1] remembers its version when the surface is gone', () => {
    const { runtime, reports, send } = record()
    send(v08.BR('s'), v08.SU('s', [v08.C('x', 'Txt', {})]), v08.DS('s'))
    expect(reports.map((error) => Object.keys(runtime.encode(error) ?? {}))).toEqual([['error']])
  })

  it('[O-1] of no surface is written in v0.9', () => {
    const { runtime, reports, send } = record()
    send('no JSON', DS('nobody'), UD('nobody', '/n', 1))
    expect(reports.map((error) => runtime.encode(error))).toMatchObject([
      { version: 'v0.9', error: { code: 'JSON_SYNTAX', surfaceId: '' } },
      {
        version: 'v0.9',
        error: { code: 'SURFACE_NOT_FOUND', surfaceId: 'nobody', path: '/updateDataModel/surfaceId' },
      },
    ])
  })

  it.each(errorCodes)('[O-1] %s fits the client schemas, with a place and without', (code) => {
    for (const place of [{ hint: 'Mend it.' }, { hint: 'Mend it.', surfaceId: 's', at: '/createSurface/x', line: 3 }]) {
      for (const version of versions) {
        const wire = encode(new SurfaceError(code, 'Broken', place, { version }))
        expect(schemas[version](wire), JSON.stringify([wire, schemas[version].errors])).toBe(true)
        expect(wire?.['error']).toMatchObject({ message: 'Broken. Mend it.' })
      }
    }
  })
})

describe('a fault of schema or catalog', () => {
  const text = (rest: JsonObject): JsonObject => UC('s', [{ id: 'a', component: 'Text', text: 'x', ...rest }])
  const at = '/updateComponents/components/0'

  it.each<readonly [string, JsonObject, string]>([
    ['ENVELOPE_INVALID', UC('s', []), '/updateComponents/components'],
    ['ENVELOPE_INVALID', { ...DS('s'), junk: 1 }, '/junk'],
    ['COMPONENT_UNKNOWN', text({ component: 'Txt' }), `${at}/component`],
    ['COMPONENT_SHAPE', text({ component: { Text: {} } }), `${at}/component`],
    ['VALIDATION_FAILED', text({ variant: 'huge' }), `${at}/variant`],
    ['VALIDATION_FAILED', text({ colour: 'red' }), `${at}/colour`],
    ['VALIDATION_FAILED', text({ text: { call: 'trim', args: {} } }), `${at}/text/args/value`],
    ['FUNCTION_UNKNOWN', text({ text: { call: 'trimm', args: {} } }), `${at}/text/call`],
    ['TEMPLATE_SYNTAX', text({ text: { call: 'formatString', args: { value: '${' } } }), `${at}/text/args/value`],
    ['POINTER_SYNTAX', text({ text: { path: '/~' } }), `${at}/text/path`],
    ['POINTER_FORBIDDEN', UD('s', '/__proto__', 1), '/updateDataModel/path'],
  ])('[O-2] goes out as VALIDATION_FAILED with its path: %s of %j', (code, message, path) => {
    const { runtime, reports, send } = record()
    send({ ...CS('s'), createSurface: { surfaceId: 's', catalogId: extended } }, message)
    expect(reports.map((error) => error.code)).toEqual([code])
    const wire = reports.map((error) => runtime.encode(error))[0]
    expect(wire).toMatchObject({ version: 'v0.9', error: { code: 'VALIDATION_FAILED', path } })
    expect(schemas['v0.9'](wire), JSON.stringify(schemas['v0.9'].errors)).toBe(true)
  })

  it.each<readonly [string, JsonObject]>([
    ['SURFACE_EXISTS', CS('s')],
    ['CATALOG_UNKNOWN', CS('t', { catalogId: 'nope' })],
    ['POINTER_INDEX', UD('s', '/a/5', 1)],
    ['GRAPH_CYCLE', UC('s', [{ id: 'root', component: 'Card', child: 'root' }])],
  ])('[O-2] is not what others are: %s keeps its code', (code, message) => {
    const { runtime, reports, send } = record()
    send(CS('s'), UD('s', '/a', []), message)
    expect(reports.map((error) => runtime.encode(error))).toMatchObject([{ error: { code } }])
  })
})
