// What a host hands over and is no JSON: objects that throw when they are read.
import { expect, it } from 'vitest'
import { lenient } from '../../src/entries/lenient.ts'
import { CS, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const thrown = (): never => {
  throw new Error('not today')
}
const traps = { get: thrown, has: thrown, ownKeys: thrown, getPrototypeOf: thrown, getOwnPropertyDescriptor: thrown }
const getter = (name: string, more: object = {}): object =>
  Object.defineProperty({ ...more }, name, { get: thrown, enumerable: true })

const foreign: readonly (readonly [name: string, value: unknown])[] = [
  ['a proxy', new Proxy({}, traps)],
  ['a proxy of a list', new Proxy([], traps)],
  ['a list of one', [new Proxy({}, traps)]],
  ['a list by its name', { messages: new Proxy([], traps) }],
  ['a getter for the version', getter('version')],
  ['a getter for the message', getter('updateComponents', { version: 'v0.9' })],
  ['a getter within', UD('s', '/', getter('a') as never)],
]

it.each(foreign)('[E-11] %s is one report of apply, and nothing is thrown', (_, value) => {
  for (const options of [{}, { validation: lenient }]) {
    const { runtime, send, codes } = record(options)
    send(CS('s'))
    runtime.apply(value)
    expect(codes()).toEqual(['ENVELOPE_INVALID'])
    send(UD('s', '/a', 1))
    expect(runtime.surface('s')?.data.get('/a')).toBe(1)
  }
})

it.each(foreign.filter(([name]) => name !== 'a list of one'))(
  '[E-11] %s is one report of restoreInput, and nothing is thrown',
  (_, value) => {
    const { runtime, codes } = record()
    runtime.restoreInput(value)
    runtime.restoreInput({ s: [getter('value', { pointer: '/a' })] })
    expect(new Set(codes())).toEqual(new Set(['ENVELOPE_INVALID']))
  },
)

it('[LN-2] of a list of very many faulty entries each is judged once', () => {
  const { send, reports, runtime } = record({ validation: lenient })
  const entries = [...Array<number>(20_000).fill(0), { key: 'a', valueString: 'seen' }]
  send(v08.BR('s'), v08.DM('s', entries as never))
  expect(runtime.surface('s')?.data.get('/')).toEqual({ a: 'seen' })
  expect(reports.length).toBe(32)
  expect(new Set(reports.map(({ severity }) => severity))).toEqual(new Set(['warning']))
})
