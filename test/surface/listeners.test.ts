// Who is invalidated by a write, and that nobody is left behind.
import { describe, expect, it } from 'vitest'
import { listenerCount } from '../support/live.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { uncaught } from '../support/uncaught.ts'
import { mount } from './mount.ts'

const table: readonly (readonly [title: string, write: string, woken: readonly string[]])[] = [
  [
    '[D-4] a write invalidates who listens at, above and below its pointer',
    '/user',
    ['/', '/user', '/user/name', '/user/tags/0'],
  ],
  ['[D-4] a write far down invalidates nobody beside its way', '/user/name', ['/', '/user', '/user/name']],
  ['[D-4] a write does not wake a name that begins alike', '/use', ['/']],
  [
    '[D-4] a write of the whole model invalidates all who read what it changed',
    '/',
    ['/', '/user', '/user/name', '/user/tags/0', '/users'],
  ],
  ['[D-4] an element is below its array', '/user/tags', ['/', '/user', '/user/tags/0']],
  ['[D-4] another element is not', '/user/tags/1', ['/', '/user']],
  ['[D-4] what is not there yet can be listened to', '/late/a/b', ['/', '/late/a']],
]

describe('a subscription', () => {
  it.each(table)('%s: %s', (_title, pointer, expected) => {
    const { send, runtime } = record()
    send(CS('s'), UD('s', '/', { user: { name: 'Ada', tags: ['x', 'y'] }, users: 1 }))
    const woken: string[] = []
    for (const at of ['/', '/user', '/user/name', '/user/tags/0', '/users', '/late/a'])
      runtime.surface('s')?.data.subscribe(at, () => woken.push(at))
    send(UD('s', pointer, 'new'))
    expect(woken.sort()).toEqual([...expected].sort())
  })

  it('[D-4] is not invalidated below the pointer where the value is the same', () => {
    const { send, runtime } = record()
    send(CS('s'), UD('s', '/user', { name: 'Ada', age: 36 }))
    const woken: string[] = []
    for (const at of ['/user/name', '/user/age']) runtime.surface('s')?.data.subscribe(at, () => woken.push(at))
    send(UD('s', '/user', { name: 'Ada', age: 37 }))
    expect(woken).toEqual(['/user/age'])
  })

  it('[D-4] is not invalidated by writes to another surface', () => {
    const { send, runtime } = record()
    send(CS('s'), CS('t'))
    let woken = 0
    runtime.surface('s')?.data.subscribe('/', () => woken++)
    send(UD('t', '/a', 1))
    expect(woken).toBe(0)
  })

  it('[D-4] [S-11] that throws keeps neither the write nor the others from what is theirs', async () => {
    const { send, runtime, reports } = record()
    send(CS('s'))
    const data = runtime.surface('s')?.data
    const woken: number[] = []
    data?.subscribe('/a', () => woken.push(1))
    data?.subscribe('/a', () => {
      throw new Error('a fault of the host')
    })
    data?.subscribe('/a', () => woken.push(2))
    const seen = await uncaught(() => send(UD('s', '/a', 'new')))
    expect(data?.get('/a')).toBe('new')
    expect(woken).toEqual([1, 2])
    expect(reports).toEqual([])
    // The fault is the host's to see.
    expect(seen).toMatchObject([{ message: 'a fault of the host' }])
  })

  it('[D-8] ends when its end is asked for, even while others are being invalidated', () => {
    const { send, runtime } = record()
    send(CS('s'))
    const data = runtime.surface('s')?.data
    let woken = 0
    data?.subscribe('/a', () => stop?.())
    const stop = data?.subscribe('/a', () => woken++)
    send(UD('s', '/a', 1))
    expect(woken).toBe(0)
    expect(listenerCount(runtime.surface('s')?.model)).toBe(1)
  })

  it('[D-8] of the same callback twice is two, and each ends for itself', () => {
    const { send, runtime } = record()
    send(CS('s'))
    let woken = 0
    const callback = (): void => void woken++
    const stop = runtime.surface('s')?.data.subscribe('/a', callback)
    runtime.surface('s')?.data.subscribe('/a', callback)
    send(UD('s', '/a', 1))
    expect(woken).toBe(2)
    stop?.()
    stop?.()
    send(UD('s', '/a', 2))
    expect(woken).toBe(3)
  })
})

describe('a mounted component', () => {
  it('[D-8] listens to what it reads now, and to nothing when it is gone', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [T('root', { path: '/a' })]))
    const { model } = runtime.surface('s') ?? expect.fail()
    const mounted = mount(runtime.surface('s'))
    for (let n = 0; n < 100; n++) send(UC('s', [T('root', { path: `/k${n}` })]))
    expect(listenerCount(model)).toBe(1)
    expect(mounted.prop('text')).toBe('')
    send(UD('s', '/k99', 'last'))
    expect(mounted.prop('text')).toBe('last')
    mounted.unmount()
    expect(listenerCount(model)).toBe(0)
  })

  it('[D-8] is invalidated no more once it is gone', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [T('root', { path: '/a' })]))
    const mounted = mount(runtime.surface('s'))
    mounted.unmount()
    send(UD('s', '/a', 1), UC('s', [T('root', 'other')]))
    expect(mounted.wakes()).toBe(0)
  })

  it('[D-8] mounted again follows again', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [T('root', { path: '/a' })]))
    const { binding, prop, unmount } = mount(runtime.surface('s'))
    unmount()
    send(UD('s', '/a', 'meanwhile'))
    let woken = 0
    binding.attach({ notify: () => woken++ })
    expect(prop('text')).toBe('meanwhile')
    send(UD('s', '/a', 'then'))
    expect([woken, prop('text')]).toEqual([1, 'then'])
  })

  it('[D-8] [SF-3] of a deleted surface hears nothing of its successor', async () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [T('root', { path: '/a' })]))
    const old = mount(runtime.surface('s'))
    send(DS('s'))
    await Promise.resolve()
    send(CS('s'), UC('s', [T('root', { path: '/a' })]), UD('s', '/a', 'new life'))
    expect(old.wakes()).toBe(0)
    expect(old.prop('text')).toBe('')
  })
})
