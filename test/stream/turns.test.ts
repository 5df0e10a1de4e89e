// Long bursts and the turns of the page: others run in between, and a surface is drawn at a time.
import { describe, expect, it, vi } from 'vitest'
import type { Source } from '../../src/entries/core.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { liveSurface } from '../../src/surface/surface.ts'
import { CS, GOOD, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { mount as bind } from '../surface/mount.ts'

/** Counts the turns that others get while `work` runs. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await work
  clearInterval(timer)
  return turns
}

describe('a long burst', () => {
  it.each<readonly [string, () => Source]>([
    ['in one chunk', () => [lines(CS('s'), ...Array.from({ length: 60_000 }, (_, n) => UD('s', '/n', n)))]],
    [
      'in a chunk for each line',
      () => [CS('s'), ...Array.from({ length: 60_000 }, (_, n) => UD('s', '/n', n))].map((m) => lines(m)),
    ],
    ['of one line in small chunks', () => Array.from({ length: 400_000 }, () => 'x')],
  ])('[S-9] %s lets timers have their turn', async (_, source) => {
    const { runtime } = record()
    expect(await turnsDuring(runtime.read(source()))).toBeGreaterThan(3)
  })

  it('[S-9] goes on where a message to itself is the only way to make way', async () => {
    vi.stubGlobal('setImmediate', undefined)
    const { runtime, shown } = record()
    const { lines: read } = await runtime.read([
      lines(CS('s'), ...Array.from({ length: 20_000 }, (_, n) => UD('s', '/n', n)), ...GOOD),
    ])
    vi.unstubAllGlobals()
    expect([read, shown('g')]).toEqual([20_003, 'witness'])
  })

  it('[S-9] is applied in order, and whole', async () => {
    const { runtime, codes } = record()
    const last = 30_000
    const { lines: read } = await runtime.read([
      lines(CS('s'), ...Array.from({ length: last }, (_, n) => UD('s', '/n', n + 1))),
    ])
    expect([read, codes(), runtime.surface('s')?.data.get('/n')]).toEqual([last + 1, ['ROOT_MISSING'], last])
  })
})

describe('[BD-3] what may be drawn', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `s${index}`)
  const draws: readonly (readonly [
    what: string,
    first: readonly JsonValue[],
    then: (id: string) => readonly JsonValue[],
  ])[] = [
    ['components', ids.map((id) => CS(id)), (id) => [UC(id, [T('root', 'new')])]],
    ['surfaces', [], (id) => [CS(id), UC(id, [T('root', 'new')])]],
    [
      'data that a component follows',
      ids.flatMap((id) => [CS(id), UC(id, [T('root', { path: '/n' })])]),
      (id) => [UD(id, '/other', 1), UD(id, '/n', 'new'), UD(id, '/n', 'new')],
    ],
    [
      'another root',
      ids.flatMap((id) => [v08.BR(id, 'none'), v08.SU(id, [v08.T('root', 'new')])]),
      (id) => [v08.BR(id)],
    ],
  ]

  /** How many of the surfaces came to show `new` between one turn of the page and the next, at most. */
  async function mostInOneTurn(recorder: Recorder, work: Promise<unknown>): Promise<number> {
    const { runtime, shown } = recorder
    const count = (): number => {
      const inner = runtime.surfaces.getSnapshot().map(liveSurface)
      const all = inner.filter(({ beginning }) => beginning.getSnapshot().root === 'root')
      return all.filter(({ id }) => shown(id) === 'new').length
    }
    let [max, before, reading] = [0, count(), true]
    void work.then(() => {
      reading = false
    })
    while (reading) {
      await new Promise((resolve) => setImmediate(resolve))
      const now = count()
      max = Math.max(max, now - before)
      before = now
    }
    expect(before).toBe(ids.length)
    return max
  }

  it.each(draws)('[BD-3] is drawn a surface at a time: %s', async (_, first, then) => {
    const recorder = record()
    recorder.send(...first)
    for (const { id, components } of recorder.runtime.surfaces.getSnapshot())
      if (components.has('root')) bind(recorder.runtime.surface(id))
    const work = recorder.runtime.read([lines(...ids.flatMap(then))])
    expect(await mostInOneTurn(recorder, work)).toBe(1)
  })

  it('[BD-3] waits for nothing where nobody looks, and not within a surface', async () => {
    const recorder = record()
    recorder.send(CS('a'), CS('b'), UC('a', [T('root', { path: '/n' })]))
    bind(recorder.runtime.surface('a'))
    vi.stubGlobal('setImmediate', () => {
      throw new Error('a turn was waited for')
    })
    // However busy the machine is: none is due for the time that was taken.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const silent = [0, 1, 2, 3].flatMap((n) => [UD('b', '/n', n), UD('a', '/other', n)])
    const drawn = [0, 1, 2, 3].map((n) => UD('a', '/n', n))
    for (const messages of [silent, drawn]) await recorder.runtime.read([lines(...messages)])
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    expect(recorder.codes()).toEqual(['ROOT_MISSING'])
    expect(recorder.shown('a')).toBe('3')
  })

  it('[BD-3] [S-8] is not applied any more when the reading was ended meanwhile', async () => {
    const recorder = record()
    const stop = new AbortController()
    const reading = recorder.runtime.read([lines(...ids.map((id) => CS(id)))], { signal: stop.signal })
    setImmediate(() => stop.abort())
    expect(await reading).toMatchObject({ aborted: true })
    expect(recorder.runtime.surfaces.getSnapshot().length).toBeLessThan(3)
  })
})
