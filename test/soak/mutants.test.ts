// Mutants of valid messages, among which a surface lives that must not notice.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorCodes } from '../../src/entries/core.ts'
import { type Pointer, root } from '../../src/json/pointer.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import type { Items } from '../../src/surface/evaluate.ts'
import type { LiveSurface } from '../../src/surface/surface.ts'
import { inner } from '../support/live.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { modes } from '../support/modes.ts'
import { garbled, mutated } from '../support/mutate.ts'
import { seeded } from '../support/random.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'
import { transcripts } from '../support/transcripts.ts'

const valid = transcripts.flatMap(([, text]) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => parsed(line)),
)

/** Some transcripts have faulty lines on purpose. */
function parsed(line: string): JsonValue[] {
  try {
    return [JSON.parse(line) as JsonValue]
  } catch {
    return []
  }
}

const witness = 'the-witness'
const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => {
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

function withWitness(options: Parameters<typeof record>[0] = {}): Recorder {
  const recorder = record(options)
  recorder.send(
    CS(witness),
    UC(witness, [
      { id: 'root', component: 'Column', children: ['text', 'list'] },
      T('text', { call: 'formatString', args: { value: 'Hello ${/name}' } }),
      { id: 'list', component: 'List', children: { componentId: 'row', path: '/rows' } },
      T('row', { path: 'name' }),
    ]),
    UD(witness, '/', { name: 'Ada', rows: [{ name: 'one' }, { name: 'two' }] }),
  )
  return recorder
}

interface Reference extends Partial<Omit<Items, 'kind'>> {
  readonly kind?: string
  readonly id?: string
  readonly ids?: readonly string[]
}

/** Everything that a surface would draw, as far as it goes; what throws here would throw in a page. */
function drawn(surface: LiveSurface): string {
  const seen: unknown[] = []
  let left = 300
  const draw = (id: string, scope: Pointer, depth: number): void => {
    if (left-- < 0 || depth > 30) return
    const { component, props, errors } = new ComponentBinding(surface, id, scope).getSnapshot()
    seen.push(id, component?.type, errors.length, props)
    for (const prop of Object.values(props)) {
      const reference = prop as Reference | undefined
      if (reference?.kind === 'child' && reference.id) draw(reference.id, scope, depth + 1)
      if (reference?.kind === 'children') for (const child of reference.ids ?? []) draw(child, scope, depth + 1)
      if (reference?.kind !== 'items' || !reference.pointer) continue
      const names =
        typeof reference.items === 'number'
          ? Array.from({ length: Math.min(3, reference.items) }, (_, index) => String(index))
          : (reference.items ?? []).slice(0, 3)
      for (const name of names)
        draw(reference.componentId ?? '', [...reference.pointer, name] as readonly string[] as Pointer, depth + 1)
    }
  }
  draw(surface.beginning.getSnapshot().root, root, 1)
  return JSON.stringify(seen)
}

function checkWitness({ runtime }: Recorder, before: string): void {
  const surface = runtime.surface(witness)
  expect(surface && drawn(surface)).toBe(before)
}

function begun(recorder: Recorder): string {
  const surface = recorder.runtime.surface(witness)
  if (!surface) throw new Error('no witness')
  return drawn(inner(surface))
}

describe('mutants', () => {
  it.each(modes)('[SF-4] [E-5] %s: cost themselves, and the witness nothing', (_mode, validation) => {
    const random = seeded(validation === 'strict' ? 11 : 12)
    const count = sized(5_000, 500_000)
    let recorder = withWitness({ validation })
    const before = begun(recorder)
    let refused = 0
    for (let n = 0; n < count; n++) {
      const message = valid[Math.floor(random() * valid.length)] as JsonValue
      const mutant = mutated(message, valid, random)
      recorder.runtime.push(`${JSON.stringify(mutant)}\n`)
      if (n % 250 !== 249) continue
      for (const surface of recorder.runtime.surfaces.getSnapshot()) drawn(inner(surface))
      checkWitness(recorder, before)
      refused += recorder.reports.length
      for (const { code, message: words, hint } of recorder.reports) {
        expect(errorCodes).toContain(code)
        expect([words, hint].every((text) => text.length > 0 && text.length < 2_000)).toBe(true)
      }
      // What is left of the old ones makes new ones ever more alike.
      recorder = withWitness({ validation })
    }
    // Neither all nor none: mutants that are all refused at the door would test the door alone.
    expect(refused).toBeGreaterThan(count / 4)
  })

  it('[S-1] [J-1] lines that arrive damaged, twice or in another order cost themselves', () => {
    const random = seeded(13)
    const count = sized(5_000, 500_000)
    let recorder = withWitness()
    const before = begun(recorder)
    for (let n = 0; n < count; n++) {
      const line = JSON.stringify(valid[Math.floor(random() * valid.length)])
      const sent = random() < 0.5 ? garbled(line, random) : line
      recorder.runtime.push(`${sent}\n`)
      if (random() < 0.2) recorder.runtime.push(`${line}\n`)
      if (n % 250 !== 249) continue
      for (const surface of recorder.runtime.surfaces.getSnapshot()) drawn(inner(surface))
      checkWitness(recorder, before)
      recorder = withWitness()
    }
  })
})
