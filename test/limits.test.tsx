// Every limit at its edge: what reaches it is taken, one more has its code. Twice, by its default and as an option. What
// is left of the rest, and that neighbours live, is tested where each limit belongs.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { act } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createRuntime, defaultLimits, errorCodes, type Limits } from '../src/index.ts'
import type { JsonObject, JsonValue } from '../src/json/value.ts'
import { type Mounted, mount, texts } from './react/mount.tsx'
import { CS, lines, T, UC, UD, v08 } from './support/messages.ts'
import { type Recorder, record } from './support/recorder.ts'
import { mount as bind } from './surface/mount.ts'

// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

type Given = { readonly [name in keyof Limits]?: number }

interface Edge {
  readonly limit: keyof Limits
  readonly code: string
  /** A small limit, for when it is an option. */
  readonly small: number
  /** Does what uses up `size` of it, and gives the codes of what was reported. */
  readonly use: (size: number, limits: Given) => readonly string[] | Promise<readonly string[]>
  /** Limits that would be reached before this one. */
  readonly beside?: Given
  readonly what?: string
  /** So many take a browser: e2e/hostile.spec.ts has the edge of the default. */
  readonly large?: true
}

const times = <Value,>(count: number, make: (index: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

const column = (id: string, children: JsonObject | readonly string[]): JsonObject => ({
  id,
  component: 'Column',
  children,
})

const button: readonly JsonObject[] = [
  { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } },
  T('label', 'Go'),
]

function sending(limits: Given, ...messages: readonly (JsonValue | string)[]): Recorder {
  const recorder = record({ limits })
  recorder.send(...messages)
  return recorder
}

async function drawing(limits: Given, ...messages: readonly JsonValue[]): Promise<Mounted> {
  const mounted = mount({ limits, messages })
  await act(async () => undefined)
  return mounted
}

function flat(count: number): readonly JsonObject[] {
  const ids = times(count - 1, (index) => `t${index}`)
  // In parts, because a surface may have fewer components than nodes.
  return [
    CS('s'),
    UD('s', '/rows', [...ids]),
    UC('s', [column('root', { componentId: 't', path: '/rows' }), T('t', 'x')]),
  ]
}

/** So many bytes in parts that are no larger than this and about as large as one another. */
function parts(bytes: number, most: number): readonly number[] {
  const count = Math.ceil(bytes / most)
  return times(count, (index) => Math.floor((bytes + index) / count))
}

/** Writes texts that come to so many bytes, keys of four letters and 8 for each value among them. */
function filling(surfaceId: string, bytes: number): readonly JsonObject[] {
  const most = 90_000
  return times(Math.ceil(bytes / most), (index) => {
    const left = Math.min(most, bytes - index * most)
    return UD(surfaceId, `/${1_000 + index}`, 'x'.repeat(left - 12))
  })
}

function chain(depth: number): readonly JsonObject[] {
  const id = (index: number): string => (index === 0 ? 'root' : `c${index}`)
  const cards = times(depth - 1, (index) => ({ id: id(index), component: 'Card', child: id(index + 1) }))
  return [CS('s'), UC('s', [...cards, T(id(depth - 1), 'x')])]
}

const calls = (depth: number): JsonValue =>
  depth === 0 ? true : { call: 'not', args: { value: calls(depth - 1) }, returnType: 'boolean' }

const padded = (message: JsonValue, size: number): string => JSON.stringify(message).padEnd(size)

const edges: readonly Edge[] = [
  {
    limit: 'lineBytes',
    code: 'LIMIT_LINE_BYTES',
    small: 300,
    use: (size, limits) => sending(limits, CS('s'), padded(UD('s', '/n', 1), size)).codes(),
  },
  {
    limit: 'lineBytes',
    what: 'of more than one to a character',
    code: 'LIMIT_LINE_BYTES',
    small: 300,
    use(size, limits) {
      const line = padded(UD('s', '/n', 'é'), size - 1)
      return sending(limits, CS('s'), line).codes()
    },
  },
  {
    limit: 'jsonDepth',
    code: 'LIMIT_DEPTH',
    small: 5,
    // The object, and the payload in it.
    use(size, limits) {
      const nested = '['.repeat(size - 2) + ']'.repeat(size - 2)
      return sending(limits, CS('s'), JSON.stringify(UD('s', '/n', '?')).replace('"?"', nested)).codes()
    },
  },
  {
    limit: 'stringLength',
    code: 'LIMIT_STRING',
    // The catalog's id is a string, too.
    small: 100,
    use: (size, limits) => sending(limits, CS('s'), UD('s', '/n', 'x'.repeat(size))).codes(),
  },
  {
    limit: 'idLength',
    what: 'of a surface',
    code: 'ENVELOPE_INVALID',
    small: 4,
    use: (size, limits) => sending(limits, CS('x'.repeat(size))).codes(),
  },
  {
    limit: 'idLength',
    what: 'of a component',
    code: 'COMPONENT_SHAPE',
    small: 4,
    use: (size, limits) => sending(limits, CS('s'), UC('s', [T('x'.repeat(size), 'x')])).codes(),
  },
  {
    limit: 'surfaces',
    code: 'LIMIT_SURFACES',
    small: 2,
    use: (size, limits) => sending(limits, ...times(size, (index) => CS(`s${index}`))).codes(),
  },
  {
    limit: 'components',
    code: 'LIMIT_COMPONENTS',
    small: 3,
    use: (size, limits) =>
      sending(
        limits,
        CS('s'),
        UC(
          's',
          times(size, (index) => T(`t${index}`, 'x')),
        ),
      ).codes(),
  },
  {
    limit: 'dataBytes',
    code: 'LIMIT_DATA_BYTES',
    small: 200,
    use: (size, limits) => sending(limits, CS('s'), ...filling('s', size)).codes(),
  },
  {
    limit: 'totalDataBytes',
    code: 'LIMIT_DATA_BYTES',
    small: 200,
    use(size, limits) {
      const part = Math.floor(size / 4)
      const surfaces = ['s', 't', 'u', 'v'].map((id) => [id, id === 'v' ? size - 3 * part : part] as const)
      const beside = { dataBytes: Number.POSITIVE_INFINITY, ...limits }
      return sending(beside, ...surfaces.flatMap(([id, bytes]) => [CS(id), ...filling(id, bytes)])).codes()
    },
  },
  {
    limit: 'nodes',
    code: 'LIMIT_NODES',
    small: 7,
    large: true,
    use: async (size, limits) => (await drawing(limits, ...flat(size))).codes(),
  },
  {
    limit: 'totalNodes',
    code: 'LIMIT_NODES',
    small: 7,
    large: true,
    beside: { nodes: 1_000_000 },
    use: async (size, limits) => (await drawing(limits, ...flat(size))).codes(),
  },
  {
    limit: 'renderDepth',
    code: 'LIMIT_RENDER_DEPTH',
    small: 6,
    use: async (size, limits) => (await drawing(limits, ...chain(size))).codes(),
  },
  {
    limit: 'callDepth',
    code: 'LIMIT_CALL_DEPTH',
    small: 4,
    beside: { jsonDepth: 200 },
    use: (size, limits) =>
      sending(
        limits,
        CS('s'),
        UC('s', [{ id: 'root', component: 'CheckBox', label: 'x', value: calls(size) }]),
      ).codes(),
  },
  {
    limit: 'work',
    code: 'LIMIT_WORK',
    small: 350,
    beside: { dataBytes: Number.POSITIVE_INFINITY },
    // A call takes 100 steps, and one for each character of its argument.
    async use(size, limits) {
      const most = 100_100
      const steps = times(Math.ceil(size / most), (index) => Math.min(most, size - index * most))
      const data = Object.fromEntries(steps.map((own, index) => [`t${index}`, 'x'.repeat(own - 100)]))
      const box = (index: number): JsonObject => ({
        ...{ id: `t${index}`, component: 'CheckBox', label: 'x' },
        value: { call: 'required', args: { value: { path: `/t${index}` } } },
      })
      const recorder = sending(limits, CS('s'))
      for (const [name, value] of Object.entries(data)) recorder.send(UD('s', `/${name}`, value))
      recorder.send(
        UC(
          's',
          steps.map((_, index) => box(index)),
        ),
      )
      for (const id of Object.keys(data)) bind(recorder.runtime.surface('s'), id)
      await Promise.resolve()
      return recorder.codes()
    },
  },
  {
    limit: 'patternLength',
    code: 'VALIDATION_FAILED',
    small: 8,
    use(size, limits) {
      const field = { id: 'root', component: 'TextField', label: 'x', validationRegexp: 'a'.repeat(size) }
      return sending(limits, CS('s'), UC('s', [field])).codes()
    },
  },
  {
    limit: 'heldMessages',
    code: 'LIMIT_HELD',
    small: 2,
    use: (size, limits) => sending(limits, ...times(size, (index) => v08.SU('s', [v08.T(`t${index}`, 'x')]))).codes(),
  },
  {
    limit: 'heldBytes',
    code: 'LIMIT_HELD',
    small: 400,
    use(size, limits) {
      const half = Math.floor(size / 2)
      const update = v08.SU('s', [v08.T('root', 'x')])
      return sending(limits, padded(update, half), padded(update, size - half)).codes()
    },
  },
  {
    limit: 'heldBytes',
    what: 'of more than one to a character',
    code: 'LIMIT_HELD',
    small: 400,
    use(size, limits) {
      const half = Math.floor(size / 2)
      const update = (id: string): JsonObject => v08.SU(id, [v08.T('root', 'éééé')])
      return sending(limits, padded(update('s'), half - 4), padded(update('t'), size - half - 4)).codes()
    },
  },
  {
    limit: 'heldBytes',
    what: 'of messages that did not come as text',
    code: 'LIMIT_HELD',
    small: 400,
    async use(size, limits) {
      const { runtime, codes } = record({ limits })
      const update = (length: number): JsonObject => v08.SU('s', [v08.T('root', 'é'.repeat(length))])
      const empty = JSON.stringify(update(0)).length
      // In parts, because a text may be too long. A letter of one byte where two do not fit.
      for (const bytes of parts(size, 150_000)) {
        const left = bytes - empty
        const [message, odd] = [update(left >> 1), left % 2 === 1]
        runtime.apply(odd ? JSON.parse(JSON.stringify(message).replace('"root"', '"roots"')) : message)
      }
      return codes()
    },
  },
  {
    limit: 'actionsPerSecond',
    code: 'ACTION_RATE',
    small: 2,
    use(size, limits) {
      const recorder = sending(limits, CS('s'), UC('s', button))
      const { binding } = bind(recorder.runtime.surface('s'))
      for (let time = 0; time < size; time++) binding.act('action')
      return recorder.codes()
    },
  },
]

const named = edges.map((edge) => [edge.what === undefined ? edge.limit : `${edge.limit}, ${edge.what}`, edge] as const)

describe.each(named)('%s', (_, { limit, code, small, use, large = false, beside = {} }) => {
  it.skipIf(large)('[S-12] holds by default at its edge', async () => {
    const size = defaultLimits[limit]
    expect(await use(size, beside)).toEqual([])
    expect(await use(size + 1, beside)).toEqual([code])
  })

  it('[S-12] holds as an option at its edge', async () => {
    expect(await use(small, { ...beside, [limit]: small })).toEqual([])
    expect(await use(small + 1, { ...beside, [limit]: small })).toEqual([code])
  })
})

describe('templateItems', () => {
  it.each([
    ['by default', defaultLimits.templateItems, {}],
    ['as an option', 3, { templateItems: 3 }],
  ])('[S-12] is how many are drawn at first: %s', async (_, size, limits) => {
    const exact = await drawing(limits, ...flat(size + 1))
    expect([texts(exact.container).length, exact.container.querySelectorAll('.sf-more').length]).toEqual([size, 0])
    exact.page.unmount()
    const over = await drawing(limits, ...flat(size + 2))
    expect([texts(over.container).length, texts(over.container, '.sf-more')]).toEqual([size, ['Show more (1)']])
    expect(over.codes()).toEqual([])
  })
})

describe('the limits', () => {
  it('[S-12] are all in this file', () => {
    const tested = new Set<string>([...edges.map(({ limit }) => limit), 'templateItems'])
    expect(Object.keys(defaultLimits).filter((name) => !tested.has(name))).toEqual([])
  })

  it('[S-12] may be switched off one by one, with Infinity', () => {
    const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, Number.POSITIVE_INFINITY]))
    const { runtime, codes } = sending(limits, CS('s'), UC('s', [...button, T('x'.repeat(300), 'x')]))
    runtime.push(lines(UD('s', '/n', 'x'.repeat(1_200_000))))
    expect(codes()).toEqual([])
  })

  it.each([
    ['lineByte', 5],
    ['nodes', -1],
    ['nodes', Number.NaN],
  ])('[S-12] refuse a mistake of the host: %s: %d', (name, value) => {
    expect(() => createRuntime({ limits: { [name]: value } })).toThrow(TypeError)
  })
})

/** Rows of the README's table: names, defaults and codes. */
function documented(): readonly (readonly [name: string, value: number, codes: readonly string[]])[] {
  const readme = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8')
  const table = /^\| Limit \| Default \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(readme)?.[1] ?? ''
  return table.split('\n').flatMap((row) => {
    const [, limit = '', values = '', over = ''] = row.split('|')
    const numbers = values.split(/,\s/).map((value) => Number(value.replaceAll(',', '')))
    const codes = [...over.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code)
    return [...limit.matchAll(/`(\w+)`/g)].map(
      ([, name = ''], index) => [name, numbers[index] ?? Number.NaN, codes] as const,
    )
  })
}

describe("the README's table of limits", () => {
  it('[S-12] names all of them, with their defaults', () => {
    const read = Object.fromEntries(documented().map(([name, value]) => [name, value]))
    expect(read).toEqual(defaultLimits)
  })

  it('[S-12] names the codes that are tested here', () => {
    for (const [name, , codes] of documented()) {
      expect(codes.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([])
      expect([name, ...codes]).toEqual([
        name,
        ...new Set(edges.filter(({ limit }) => limit === name).map(({ code }) => code)),
      ])
    }
  })
})
