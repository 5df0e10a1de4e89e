// Limits of what is drawn, computed and sent back.
import type { JsonObject } from '../../../src/json/value.ts'
import { CS, T, UC, UD } from '../../support/messages.ts'
import { times } from '../../support/times.ts'
import { mount as bind } from '../../surface/mount.ts'
import { button, drawing, type Edge, flat, sending } from './edge.ts'

function chain(depth: number): readonly JsonObject[] {
  const id = (index: number): string => (index === 0 ? 'root' : `c${index}`)
  const cards = times(depth - 1, (index) => ({ id: id(index), component: 'Card', child: id(index + 1) }))
  return [CS('s'), UC('s', [...cards, T(id(depth - 1), 'x')])]
}

/** One text that reads places of `size` names and listeners together. */
function listening(size: number, limits: Edge['beside']): readonly string[] | Promise<readonly string[]> {
  // A listener counts one, and each name of its path: a path has at most 1,000.
  const count = Math.ceil(size / 1_000)
  const sizes = times(count, (index) => Math.floor((size + index) / count))
  const template = sizes.map((own) => `\${${'/x'.repeat(own - 1)}}`).join('')
  const recorder = sending({ ...limits, stringLength: 1_000_000 }, CS('s'))
  recorder.send(UC('s', [T('root', { call: 'formatString', args: { value: template } })]))
  bind(recorder.runtime.surface('s'))
  return Promise.resolve().then(recorder.codes)
}

export const edgesOfDrawing: readonly Edge[] = [
  {
    limit: 'listeners',
    code: 'LIMIT_WORK',
    small: 7,
    beside: { totalListeners: Number.POSITIVE_INFINITY },
    use: listening,
  },
  {
    limit: 'totalListeners',
    code: 'LIMIT_WORK',
    small: 7,
    beside: { listeners: Number.POSITIVE_INFINITY },
    use: listening,
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
    limit: 'work',
    code: 'LIMIT_WORK',
    small: 350,
    beside: { dataBytes: Number.POSITIVE_INFINITY },
    // A call takes 100 steps, one for each character of its argument, and 60 for the path. The texts differ: equal calls run once.
    async use(size, limits) {
      const max = 100_160
      const steps = times(Math.ceil(size / max), (index) => Math.min(max, size - index * max))
      const textOf = (length: number, index: number): string => `${index}`.padEnd(length, 'x').slice(0, length)
      const data = Object.fromEntries(steps.map((own, index) => [`t${index}`, textOf(own - 160, index)]))
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
