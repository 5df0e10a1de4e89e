// An evaluation that a function begins within another one of the same component, as a renderer or the host's code may.
import { describe, expect, it } from 'vitest'
import type { Args, CallContext, FunctionDefinition } from '../../src/catalog/expression.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import type { Surface } from '../../src/surface/surface.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { call, catalogId, tools } from './function-setup.ts'
import { type Mounted, mount } from './mount.ts'

interface Stage extends Recorder {
  readonly mounted: Mounted
  readonly surface: Surface
}

type Within = (stage: Stage) => void

/** A Button that calls `outer`, and shows what `inner` gives. `within` is done in the first call of `outer`. */
function stage(within: Within, outer: FunctionDefinition['run'], root: JsonObject): Stage {
  let calls = 0
  const run = (args: Args, context: CallContext) => {
    if (made && calls++ === 0) within(made)
    return outer(args, context)
  }
  const inner = ({ value }: Args): never => {
    throw new Error(`inner: no ${value}`)
  }
  let made: Stage | undefined
  const recorder = record({
    catalogs: [tools({ press: { effect: true, run }, value: { run }, inner: { run: inner } })],
  })
  recorder.send(CS('s', { catalogId }), UC('s', [root, T('c', '')]), UD('s', '/', { shown: 'old', v: '' }))
  const surface = recorder.runtime.surface('s') as Surface
  made = { ...recorder, surface, mounted: mount(surface) }
  return made
}

const button = (action: JsonObject, label: JsonValue): JsonObject => ({
  ...{ id: 'root', component: 'Button', child: 'c', action: { functionCall: action } },
  accessibility: { label },
})

const template = (value: string): JsonObject => ({ call: 'formatString', args: { value } })

const touch: Within = ({ surface }) => surface.data.set('/shown', 'new')
const fails = ({ value }: Args): never => {
  throw new Error(`outer: no ${value}`)
}
const ends = (): undefined => undefined

describe('[TT-2] a function that fails while unsent input is held', () => {
  it.each<readonly [what: string, within: Within, run: FunctionDefinition['run'], root: JsonObject, said: string[]]>([
    [
      'in an evaluation that a press has begun',
      touch,
      ends,
      button(call('press', { path: '/v' }), call('inner', { path: '/shown' })),
      ['"inner" failed: inner: no new'],
    ],
    [
      'in such an evaluation, and after it',
      touch,
      fails,
      button(call('press', { path: '/v' }), call('inner', { path: '/shown' })),
      ['"inner" failed: inner: no new', '"press" failed: outer: no hunter2'],
    ],
    [
      'in a template that comes with the data, within such an evaluation',
      touch,
      ends,
      button(call('press', { path: '/v' }), template('${shown}${formatString(value: ${v})}')),
      ['"inner" failed: inner: no hunter2'],
    ],
  ])('[TT-2] %s tells the agent nothing of it', async (_what, within, run, root, said) => {
    const { mounted, surface, reports, runtime } = stage(within, run, root)
    const secret = JSON.stringify(root).includes('formatString') ? "${inner(value: 'hunter2')}" : 'hunter2'
    await Promise.resolve()
    const before = reports.length
    surface.data.set('/v', secret)
    // What failed before the input began may be told again: the component is another one.
    mounted.binding.act('action')
    await Promise.resolve()
    const after = reports.slice(before)
    expect(after.map(({ message }) => message).filter((message) => said.includes(message))).toEqual(said)
    expect(after.map(({ confidential }) => confidential)).toEqual(after.map(() => true))
    expect(after.flatMap((error) => runtime.encode(error) ?? [])).toEqual([])
  })
})

describe('[D-4] what is read after an evaluation within', () => {
  it('[D-4] wakes the component as what was read before it', () => {
    const root = T('root', template('${before}${value()}${after}'))
    const within: Within = ({ mounted, surface }) => {
      surface.data.set('/shown', 'new')
      mounted.binding.invalidate()
      mounted.snapshot()
    }
    const { mounted, send } = stage(within, () => '-', root)
    send(UD('s', '/before', 'a'))
    for (const after of ['b', 'c']) {
      send(UD('s', '/after', after))
      expect(mounted.prop('text')).toBe(`a-${after}`)
    }
  })
})
