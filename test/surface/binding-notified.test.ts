// When a bound property is notified: at once of what the user enters, else at the end of a chunk.
import { describe, expect, it } from 'vitest'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { type Mounted, mount } from './mount.ts'

describe('who draws a bound property', () => {
  const list = Array.from({ length: 1_000 }, (_, index) => index)
  const writes = list.map((index) => UD('s', `/list/${index}`, -index))
  const shownList = (): { readonly recorder: Recorder; readonly mounted: Mounted } => {
    const recorder = record()
    recorder.send(CS('s'), UC('s', [T('root', { path: '/list' })]), UD('s', '/list', list))
    return { recorder, mounted: mount(recorder.runtime.surface('s')) }
  }

  it.each<readonly [string, (recorder: Recorder) => void]>([
    ['chunk', ({ send }) => send(...writes)],
    ['`apply`', ({ runtime }) => runtime.apply(writes)],
  ])('[R-16] is reported once of all that comes in one %s, when it is over', (_, give) => {
    const { recorder, mounted } = shownList()
    give(recorder)
    expect(mounted.wakes()).toBe(1)
    expect(mounted.prop('text')).toBe(JSON.stringify(list.map((index) => -index)))
    recorder.send(UD('s', '/list/0', 'later'))
    expect(mounted.wakes()).toBe(2)
  })

  it('[R-16] is told at once of what the user enters, and the host', () => {
    const { recorder, mounted } = shownList()
    recorder.runtime.surface('s')?.data.set('/list', ['own'])
    expect(mounted.wakes()).toBe(1)
    expect(mounted.prop('text')).toBe('["own"]')
  })

  it('[R-16] [D-8] is told nothing when it has left before the chunk was over', () => {
    const { recorder, mounted } = shownList()
    recorder.runtime.surface('s')?.data.subscribe('/gone', mounted.unmount)
    recorder.send(UD('s', '/list/0', 'late'), UD('s', '/gone', true))
    expect(mounted.wakes()).toBe(0)
  })

  it('[R-16] reads what came before when it asks in the middle of a chunk', () => {
    const { recorder, mounted } = shownList()
    const seen: unknown[] = []
    recorder.runtime.surface('s')?.data.subscribe('/list', () => seen.push(mounted.prop('text')))
    recorder.send(UD('s', '/list', [1]), UD('s', '/list', [2]))
    expect(seen).toEqual(['[1]', '[2]'])
  })
})
