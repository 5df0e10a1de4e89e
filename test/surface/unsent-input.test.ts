// The rule about input that the user has not sent, by itself and through a surface.
import { describe, expect, it } from 'vitest'
import type { Runtime, Surface } from '../../src/entries/core.ts'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { createCell } from '../../src/live/binding.ts'
import { mediaOf } from '../../src/surface/media.ts'
import { partOf } from '../../src/surface/quota.ts'
import { createUnsentInput } from '../../src/surface/unsent-input.ts'
import { inner } from '../support/live.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { rules } from './media-rules.ts'
import { mount } from './mount.ts'

const [first, other] = ['https://a.example/1', 'https://b.example/2'] as const

describe('[BC-2] an address', () => {
  it('[BC-2] may be asked for until the user enters something, and again once it was sent', () => {
    const unsent = createUnsentInput()
    expect(unsent.mayAsk(first)).toBe(true)
    unsent.enter()
    expect(unsent.mayAsk(first)).toBe(false)
    unsent.send()
    expect(unsent.mayAsk(first)).toBe(true)
  })

  it('[BC-20] that was shown when the input began may be asked for, by whichever view', () => {
    const unsent = createUnsentInput()
    unsent.addView(() => new Set([first]))
    const stop = unsent.addView(() => new Set([other]))
    unsent.enter()
    expect([unsent.mayAsk(first), unsent.mayAsk(other)]).toEqual([true, true])
    unsent.send()
    stop()
    unsent.enter()
    expect([unsent.mayAsk(first), unsent.mayAsk(other)]).toEqual([true, false])
  })

  it('[BC-20] is looked for once for all that is entered', () => {
    const unsent = createUnsentInput()
    let looks = 0
    unsent.addView(() => new Set([`${looks++}`]))
    for (let letter = 0; letter < 5; letter++) unsent.enter()
    expect(looks).toBe(1)
  })

  it('[BC-20] [SY-11] is told to a surface that takes the place of this one, without input that begins', () => {
    const unsent = createUnsentInput()
    const begins: boolean[] = []
    unsent.addView((one) => {
      begins.push(one)
      return new Set([one ? first : other])
    })
    unsent.enter()
    expect(unsent.shownNow().map((one) => [one.has(first), one.has(other)])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(begins).toEqual([true, false])
  })

  it('[BC-2] is free by a press on one that waits, for what was entered so far; reports stay with the host', () => {
    const unsent = createUnsentInput()
    unsent.enter()
    const media = mediaOf(first, rules('all', unsent))
    expect(media).toEqual({ kind: 'ask', url: first, host: 'a.example', allow: unsent.free })
    if (media.kind === 'ask') media.allow()
    expect([mediaOf(other, rules('all', unsent)).kind, unsent.held.getSnapshot()]).toEqual(['load', true])
    unsent.enter()
    expect(mediaOf(first, rules('all', unsent)).kind).toBe('ask')
  })

  it('[BC-2] waits on after the surface is gone, and what is entered then counts nowhere', () => {
    const holders = createCell(0)
    const unsent = createUnsentInput(holders)
    unsent.enter()
    unsent.close()
    expect([unsent.mayAsk(first), holders.getSnapshot()]).toEqual([false, 0])
    const quiet = createUnsentInput(holders)
    quiet.close()
    quiet.enter()
    expect([quiet.mayAsk(first), holders.getSnapshot()]).toEqual([false, 0])
  })

  it('[BC-2] never waits where the host trusts it, or where it holds its data itself', () => {
    const unsent = createUnsentInput()
    unsent.enter()
    const policy = ({ host }: URL) => (host === 'a.example' ? 'trusted' : host !== 'c.example')
    const kinds = [first, other, 'https://c.example/', 'data:image/png;base64,AA'].map(
      (address) => mediaOf(address, rules(policy, unsent)).kind,
    )
    expect(kinds).toEqual(['load', 'ask', 'refused', 'load'])
  })

  it.each(['yes', 1, {}])('[BC-1] is refused where the policy answers %j', (answer) => {
    expect(mediaOf(first, rules((() => answer) as never, createUnsentInput())).kind).toBe('refused')
  })
})

describe('[TT-2] a report', () => {
  it('[TT-2] is for the host alone while input is held', () => {
    const unsent = createUnsentInput()
    const error = (): SurfaceError => new SurfaceError('INTERNAL', 'm', { hint: 'h' })
    expect(unsent.conceal(error()).confidential).toBe(false)
    unsent.enter()
    expect(unsent.conceal(error()).confidential).toBe(true)
    unsent.send()
    expect(unsent.conceal(error()).confidential).toBe(false)
    unsent.close()
    expect(unsent.conceal(error()).confidential).toBe(true)
  })
})

describe('[BC-20] a quota that surfaces share', () => {
  it('[BC-20] counts for a surface with unsent input what it counted before, and the rest when it is sent', () => {
    const shared = { limit: 10, used: 0 }
    const [one, two] = [createUnsentInput(), createUnsentInput()]
    const [mine, yours] = [partOf(shared, one), partOf(shared, two)]
    mine.add(4)
    one.enter()
    mine.add(5)
    mine.add(-1)
    expect([mine.room, yours.room]).toEqual([Number.POSITIVE_INFINITY, 6])
    one.send()
    expect([mine.room, yours.room]).toEqual([2, 2])
    one.send()
    expect(yours.room).toBe(2)
  })

  it('[BC-20] says nothing of what was typed on another surface, and has it once that was sent', () => {
    const { send, runtime, codes } = record({ limits: { totalDataBytes: 200 } })
    const button = { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } }
    send(CS('s'), UC('s', [button, T('label', 'Go')]), CS('t'))
    runtime.surface('s')?.data.set('/typed', 'x'.repeat(150))
    send(UD('t', '/a', 'x'.repeat(60)))
    expect(codes()).toEqual([])
    mount(runtime.surface('s')).binding.act('action')
    send(UD('t', '/a', 'x'.repeat(80)))
    expect(codes()).toEqual(['LIMIT_DATA_BYTES'])
  })

  it('[BC-20] has back what a surface held that is gone, typed or not', () => {
    const { send, runtime, codes } = record({ limits: { totalDataBytes: 200 } })
    send(CS('s'), UD('s', '/a', 'x'.repeat(100)), CS('t'))
    runtime.surface('s')?.data.set('/typed', 'x'.repeat(150))
    send({ version: 'v0.9', deleteSurface: { surfaceId: 's' } }, UD('t', '/a', 'x'.repeat(150)))
    expect(codes()).toEqual([])
    send(UD('t', '/b', 'x'.repeat(60)))
    expect(codes()).toEqual(['LIMIT_DATA_BYTES'])
  })
})

describe('[BC-2] a press', () => {
  const button = (action: JsonObject): JsonObject => ({ id: 'root', component: 'Button', child: 'label', action })
  const isHeld = (runtime: Runtime): boolean => inner(runtime.surface('s') as Surface).unsent.held.getSnapshot()

  it('[BC-2] that reaches onEvent sends the input; one that is answered on the page does not', () => {
    const { send, runtime, events } = record()
    send(CS('s'), UC('s', [button({ functionCall: { call: 'openUrl', args: { url: 'own:x' } } }), T('label', 'Go')]))
    const { binding } = mount(runtime.surface('s'))
    runtime.surface('s')?.data.set('/typed', 'x')
    binding.act('action')
    expect(isHeld(runtime)).toBe(true)
    send(UC('s', [button({ event: { name: 'go' } })]))
    binding.act('action')
    expect([events.length, isHeld(runtime)]).toEqual([1, false])
  })

  it('[BC-2] that is refused for its rate sends nothing', () => {
    const { send, runtime } = record({ limits: { actionsPerSecond: 0 } })
    send(CS('s'), UC('s', [button({ event: { name: 'go' } }), T('label', 'Go')]))
    const { binding } = mount(runtime.surface('s'))
    runtime.surface('s')?.data.set('/typed', 'x')
    binding.act('action')
    expect(isHeld(runtime)).toBe(true)
  })

  it('[BC-2] what could not be written is no input, by the host or from before', () => {
    const { send, runtime } = record()
    send(CS('s'), UD('s', '/a', 'a text'))
    expect(() => runtime.surface('s')?.data.set('/a/b', 1)).toThrow()
    expect(isHeld(runtime)).toBe(false)
    runtime.restoreInput({ s: [{ pointer: '/a/b', value: 'typed' }] })
    send(UC('s', [{ id: 'root', component: 'TextField', label: 'B', value: { path: '/a/b' } }]))
    expect(isHeld(runtime)).toBe(false)
    runtime.surface('s')?.data.set('/c', 1)
    expect(() => runtime.surface('s')?.data.set('/a/b', 1)).toThrow()
    expect(isHeld(runtime)).toBe(true)
  })

  it('[BC-2] what the host writes is no input', () => {
    const { send, runtime } = record()
    send(CS('s'))
    runtime.surface('s')?.data.set('/a', 1, { as: 'host' })
    send(UC('s', [T('root', 'x')]))
    expect(isHeld(runtime)).toBe(false)
  })
})
