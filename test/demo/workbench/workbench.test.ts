// The parts of the demo's workbench that draw nothing: faults, links, tests, the player and what holds it.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { speeds } from '../../../demo/pace.ts'
import { createSettings, type Settings, settingsQuery } from '../../../demo/settings.ts'
import { createStage, type Stage } from '../../../demo/stage.ts'
import { transcripts } from '../../../demo/transcripts.ts'
import { asTest } from '../../../demo/workbench/as-test.ts'
import { type FaultKind, faultKinds, withFaults } from '../../../demo/workbench/faults.ts'
import { ownTranscript } from '../../../demo/workbench/own-transcript.ts'
import { fromHash, longestLink, toHash } from '../../../demo/workbench/share.ts'
import * as whole from '../../../src/entries/index.ts'
import { CS, GOOD, lines, T, UC, UD } from '../../support/messages.ts'

const settings = (query = ''): Settings => createSettings(`?speed=instant${query}`).getSnapshot()

describe('faults', () => {
  const source = lines(...Array.from({ length: 12 }, (_, index) => UD('s', '/n', index)))
  const all = source.trim().split('\n')

  it.each(faultKinds)('[WB-1] are the same for the same seed: %s', (kind) => {
    expect(withFaults(source, kind, 7)).toBe(withFaults(source, kind, 7))
    const variants = new Set([1, 2, 3, 4, 5].map((seed) => withFaults(source, kind, seed)))
    expect(variants.size > 1).toBe(kind !== 'none')
  })

  it.each<readonly [FaultKind, (faulty: readonly string[]) => void]>([
    ['none', (faulty) => expect(faulty).toEqual(all)],
    ['drop', (faulty) => expect(faulty).toEqual(all.filter((line) => faulty.includes(line)))],
    ['double', (faulty) => expect(new Set(faulty).size).toBe(all.length)],
    ['reorder', (faulty) => expect([...faulty].sort()).toEqual([...all].sort())],
    ['cut', (faulty) => expect(faulty.every((line, index) => all[index]?.startsWith(line))).toBe(true)],
    ['garble', (faulty) => expect(faulty.map(({ length }) => length)).toEqual(all.map(({ length }) => length))],
  ])('[WB-1] are what their names say: %s', (kind, check) => {
    for (let seed = 0; seed < 20; seed++) {
      const text = withFaults(source, kind, seed)
      expect(text === source).toBe(kind === 'none')
      const faulty = text.split('\n').slice(0, -1)
      check(faulty)
      expect(faulty[0]).toBe(all[0] === faulty[0] || kind === 'reorder' ? faulty[0] : all[0])
    }
  })

  it('[WB-1] of a stream of one line hit this line', () => {
    expect(withFaults('{"a":1}', 'drop', 1).trim()).toBe('')
    expect(withFaults('', 'drop', 1).trim()).toBe('')
  })
})

describe('a link', () => {
  it.each(transcripts)('[WB-2] brings the transcript back: $id', async ({ title, source }) => {
    const hash = (await toHash({ title, source })) ?? ''
    expect(hash.length).toBeLessThan(longestLink)
    expect(hash).toMatch(/^#s=[\w-]+$/)
    expect(await fromHash(hash)).toEqual({ title, source })
  })

  it('[WB-2] holds nothing but title and lines', async () => {
    const more = { title: 'a', source: 'b', typed: 'by the user' }
    expect(await fromHash((await toHash(more)) ?? '')).toEqual({ title: 'a', source: 'b' })
  })

  it('[WB-2] is not made for what is too long', async () => {
    const random = Array.from({ length: 40_000 }, (_, index) => Math.imul(index, 2_654_435_761).toString(36)).join('')
    expect(await toHash({ title: 'long', source: random })).toBeUndefined()
  })

  it('[WB-2] that is damaged, or grows without an end, is refused', async () => {
    const good = (await toHash({ title: 'a', source: lines(...GOOD) })) ?? ''
    const bomb = (await toHash({ title: 'a', source: 'a'.repeat(3_000_000) })) ?? ''
    expect(bomb.length).toBeLessThan(longestLink)
    for (const hash of ['', '#postcard', '#s=', '#s=%%', good.slice(0, -9), `#s=${'A'.repeat(20_000)}`, bomb])
      expect(await fromHash(hash)).toBeUndefined()
  })
})

describe('a test that is copied', () => {
  it.each(transcripts)('[WB-3] passes: $id', ({ id, title, source }) => {
    const codes: string[] = []
    const catalogs = [whole.extendedCatalog, whole.basicCatalog]
    const runtime = whole.createRuntime({ catalogs, onError: ({ code }) => void codes.push(code) })
    const sent = source.trim().split('\n')
    runtime.push(sent)
    runtime.end()
    const surfaceIds = runtime.surfaces.getSnapshot().map((surface) => surface.id)
    const text = asTest({ title, lines: sent, codes, surfaceIds, lenient: false })
    const names: string[] = []
    const run = (program: string): void => {
      const body = program.replaceAll(/^import .*$/gm, '').replace('codes: string[]', 'codes')
      const it = (name: string, test: () => void): void => {
        names.push(name)
        test()
      }
      new Function('it', 'expect', ...Object.keys(whole), body)(it, expect, ...Object.values(whole))
    }
    run(text)
    expect(names).toEqual([title])
    expect(id).not.toBe('')
    expect(() => run(text.replace(/toEqual\(\[[^;]*?\]\)\n\}\)/, "toEqual(['other'])\n})"))).toThrow()
  })
})

it('[WB-4] of a model’s answer the messages are played', () => {
  const answer = `Here you are:\n\n\`\`\`json\n${lines(...GOOD)}\`\`\`\nAnything else?`
  const { source, version } = ownTranscript(answer)
  const runtime = whole.createRuntime()
  runtime.push(source)
  runtime.end()
  expect(runtime.surface('g')?.components.size).toBe(1)
  expect(version).toBe('v0.9')
})

describe('the stage', () => {
  const stages: Stage[] = []
  afterEach(() => {
    for (const stage of stages.splice(0)) stage.getSnapshot().dispose()
    vi.useRealTimers()
  })
  const source = lines(CS('s'), UC('s', [T('root', { path: '/n' })]), UD('s', '/n', 'one'), UD('s', '/n', 'two'))

  function stageWith(query = '') {
    const stage = createStage(ownTranscript(source), settings(query))
    stages.push(stage)
    const now = () => {
      const { player, runtime } = stage.getSnapshot()
      const { line, state } = player.getSnapshot()
      return [line, state, runtime.surface('s')?.data.get('/n')]
    }
    return { stage, now }
  }

  it('[WB-5] goes to any line, both ways', () => {
    const { stage, now } = stageWith()
    expect(now()).toEqual([4, 'done', 'two'])
    stage.seek(3)
    expect(now()).toEqual([3, 'paused', 'one'])
    stage.seek(0)
    expect(now()).toEqual([0, 'paused', undefined])
    stage.seek(4)
    expect(now()).toEqual([4, 'done', 'two'])
  })

  it('[WB-5] plays on from a line that was edited', () => {
    const { stage, now } = stageWith('&fault=drop')
    stage.configure(settings())
    stage.edit(4, lines(UD('s', '/n', 'three')).trim())
    expect(now()).toEqual([4, 'done', 'three'])
    expect(stage.getSnapshot().transcript.source).toContain('three')
    stage.edit(1, 'no JSON')
    expect(stage.getSnapshot().runtime.surfaces.getSnapshot()).toEqual([])
    expect(stage.getSnapshot().recording.getSnapshot().errors.length).toBeGreaterThan(0)
  })

  it.each(speeds)('[WB-5] keeps to the speed %s', (speed) => {
    vi.useFakeTimers()
    const stage = createStage(ownTranscript(source), { ...settings(), speed })
    stages.push(stage)
    const { player } = stage.getSnapshot()
    vi.advanceTimersByTime(1_000)
    const rate = speed === 'instant' ? Infinity : speed.endsWith('x') ? 60 * Number.parseFloat(speed) : Number(speed)
    // A token has four characters on average.
    const expected = Math.min(source.length, rate * 4)
    const { length } = player.getSnapshot().sent
    expect(length).toBeGreaterThan(expected * 0.8 - 4)
    expect(length).toBeLessThanOrEqual(expected * 1.2 + 4)
  })

  it('[WB-6] starts over for what changes the run, and not for the rest', () => {
    const { stage } = stageWith()
    const first = stage.getSnapshot()
    stage.configure(settings('&theme=dark&width=360&dir=rtl'))
    expect(stage.getSnapshot()).toBe(first)
    stage.configure(settings('&fault=drop&seed=3'))
    const second = stage.getSnapshot()
    expect(second).not.toBe(first)
    expect(second.source.length).toBeLessThan(source.length)
    stage.configure(settings('&validation=lenient'))
    expect(stage.getSnapshot()).not.toBe(second)
  })
})

it('[WB-6] the settings stand in the address, and what it does not know is the default', () => {
  const query = '?speed=4x&theme=dark&dir=rtl&locale=de-DE&validation=lenient&fault=garble&seed=12'
  expect(settingsQuery(createSettings(query).getSnapshot())).toBe(query)
  expect(settingsQuery(createSettings('?dir=up&locale=xx&fault=all&seed=-1&validation=no').getSnapshot())).toBe('')
})
