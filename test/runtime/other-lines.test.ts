// Text of the chat between surfaces, on one stream: lines that are no surface messages go to the host.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../src/entries/core.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { CS, GOOD, lines, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { uncaught } from '../support/uncaught.ts'

const chat = (text: string): { readonly type: string; readonly text: string } => ({ type: 'text', text })

let server: Server
let address = ''

const stream = [
  chat('Here is a form:'),
  CS('s'),
  UC('s', [T('root', 'first')]),
  chat('I change it.'),
  UC('s', [T('root', 'second')]),
  chat('Done.'),
]

beforeAll(async () => {
  server = createServer((_, response) => {
    // Cut within lines, and in several pieces.
    const wire = lines(...stream)
    response.write(wire.slice(0, 77), () => response.write(wire.slice(77, 300), () => response.end(wire.slice(300))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

/** What a stream of these lines hands to `onOther`, and what it reports. */
async function read(...wire: readonly (JsonValue | string)[]) {
  const { runtime, codes } = record()
  const other: [JsonValue, number][] = []
  await runtime.read([lines(...wire)], { onOther: (value, line) => void other.push([value, line]) })
  return { other, codes: codes() }
}

describe('with onOther', () => {
  it('[H-5] text and surfaces come over one HTTP answer, in their order', async () => {
    const { runtime, shown, codes } = record()
    const seen: unknown[] = []
    const result = await runtime.read(await fetch(address), {
      onOther: (value, line) => void seen.push([(value as { text: string }).text, line, shown('s')]),
    })
    expect(result).toEqual({ complete: true, aborted: false, lines: 6 })
    expect(seen).toEqual([
      ['Here is a form:', 1, undefined],
      ['I change it.', 4, 'first'],
      ['Done.', 6, 'second'],
    ])
    expect(codes()).toEqual([])
  })

  it.each<readonly [string, JsonValue]>([
    ['an object', { type: 'delta', text: 'Hi' }],
    ['an empty object', {}],
    ['a text', 'Hi'],
    ['a number', 7],
    ['null', null],
    ['a list', [1, { text: 'Hi' }]],
    ['a list of messages of the chat', { messages: [{ role: 'assistant', content: 'Hi' }] }],
    ['an object with a version of its own', { version: 2, text: 'Hi' }],
    ['an object with an id of a surface', { surfaceId: 's', text: 'Hi' }],
    ['a key that an object has by itself', { toString: 1, constructor: 2 }],
  ])('[H-5] what is no surface message is handed over: %s', async (_, value) => {
    expect(await read(JSON.stringify(value))).toEqual({ other: [[value, 1]], codes: [] })
  })

  it.each<readonly [string, JsonValue | string, string]>([
    ['a misspelt message', { version: 'v0.9', createSurfac: { surfaceId: 's' } }, 'ENVELOPE_UNKNOWN_KIND'],
    ['a misspelt message without a version', { beginRenderin: { surfaceId: 's' } }, 'ENVELOPE_UNKNOWN_KIND'],
    ['a message with something beside it', { ...v08.BR('s'), text: 'Hi' }, 'ENVELOPE_INVALID'],
    ['a message without its version', { createSurface: { surfaceId: 's', catalogId: 'c' } }, 'VERSION_MISSING'],
    ['a version and nothing else', { version: 'v0.9' }, 'ENVELOPE_NO_KIND'],
    ['a version to come', { version: 'v1.0', showSurface: {} }, 'VERSION_UNSUPPORTED'],
    ['a list of messages', [CS('s')], 'ENVELOPE_NOT_OBJECT'],
    ['messages under one key', { messages: [CS('s')] }, 'ENVELOPE_UNKNOWN_KIND'],
    ['what is no JSON', 'Hi there', 'JSON_SYNTAX'],
  ])('[H-5] a slip is reported as ever: %s', async (_, value, code) => {
    expect(await read(value)).toEqual({ other: [], codes: [code] })
  })

  it('[H-5] a host that throws does not end the reading', async () => {
    const { runtime, shown, codes } = record()
    const thrown = new Error('a fault of the host')
    const seen: number[] = []
    let read: unknown
    // On a busy machine the reading rests between two lines.
    const errors = await uncaught(async () => {
      read = await runtime.read([lines(chat('a'), chat('b'), ...GOOD)], {
        onOther: (_value, line) => {
          seen.push(line)
          throw thrown
        },
      })
    })
    expect(read).toMatchObject({ complete: true, lines: 4 })
    expect([errors, seen, shown('g'), codes()]).toEqual([[thrown, thrown], [1, 2], 'witness', []])
  })

  it('[H-5] nothing is handed over once the host has aborted', async () => {
    const { runtime, codes } = record()
    const controller = new AbortController()
    const seen: number[] = []
    const options: ReadOptions = {
      signal: controller.signal,
      onOther: (_, line) => {
        seen.push(line)
        controller.abort()
      },
    }
    await runtime.read([lines(chat('a'), chat('b'))], options)
    expect([seen, codes()]).toEqual([[1], []])
  })

  it('[H-5] a wide object costs little', async () => {
    const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`field number ${n}`, n]))
    const spent = cpuTimer()
    const { other } = await read(wide)
    expect(other).toHaveLength(1)
    expect(spent()).toBeLessThan(2_000)
  })
})

describe('without onOther', () => {
  it('[H-5] such lines are reported', async () => {
    const { runtime, codes } = record()
    await runtime.read([lines(chat('Hi'), 'null', {})])
    expect(codes()).toEqual(['ENVELOPE_UNKNOWN_KIND', 'ENVELOPE_NOT_OBJECT', 'ENVELOPE_NO_KIND'])
  })
})
