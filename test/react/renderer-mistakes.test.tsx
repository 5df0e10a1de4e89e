// A renderer that calls act or enter with a wrong name does nothing. Its author is told why.
import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { basicRenderers, type RendererInput } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { mount } from './mount.tsx'

const button: JsonObject = { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'go' } } }

/** A surface whose buttons and text fields hand out what they are given. */
function withInputs(...components: readonly JsonObject[]) {
  const inputs: RendererInput<Record<string, unknown>>[] = []
  const note = (input: RendererInput<Record<string, unknown>>): null => {
    inputs.push(input)
    return null
  }
  const renderers = { ...basicRenderers, Button: note, TextField: note, Modal: note }
  const mounted = mount({ messages: [CS('s'), UC('s', [...components, T('label', 'Go')])], renderers })
  const run = (task: (input: RendererInput<Record<string, unknown>>) => void): Promise<void> =>
    act(async () => void inputs.slice(-1).forEach(task))
  return { ...mounted, inputs, run }
}

describe('a renderer that', () => {
  it.each<readonly [string, JsonObject, (input: RendererInput<Record<string, unknown>>) => void, string, string]>([
    [
      'acts on a misspelt property',
      button,
      (input) => input.act('acton'),
      'The renderer of "Button" called act("acton"), but "Button" has no such action',
      'Did you mean "action"?',
    ],
    [
      'acts on a value',
      button,
      (input) => input.act('variant'),
      'The renderer of "Button" called act("variant"), but "Button" has no such action',
      'Known: action.',
    ],
    [
      'acts where there is no action at all',
      { id: 'root', component: 'TextField', label: 'x' },
      (input) => input.act('toString'),
      'The renderer of "TextField" called act("toString"), but "TextField" has no such action',
      'Known: none.',
    ],
    [
      'enters into an action',
      button,
      (input) => input.enter('action', 'x'),
      'The renderer of "Button" called enter("action"), but "Button" has no such value',
      'Known: ',
    ],
    [
      'enters into a child',
      button,
      (input) => input.enter('child', 'x'),
      'The renderer of "Button" called enter("child"), but "Button" has no such value',
      'Known: ',
    ],
    [
      'enters into a misspelt property',
      { id: 'root', component: 'TextField', label: 'x' },
      (input) => input.enter('valeu', 'x'),
      'The renderer of "TextField" called enter("valeu"), but "TextField" has no such value',
      'Did you mean "value"?',
    ],
  ])('[H-6] %s is reported', async (_, component, slip, message, hint) => {
    const { run, reports, events } = withInputs(component)
    await run(slip)
    expect(reports.map(({ code, severity }) => [code, severity])).toEqual([['RENDER_FAILED', 'error']])
    expect(reports[0]?.message).toBe(message)
    expect(reports[0]?.hint).toContain(hint)
    expect(reports[0]?.place).toMatchObject({ surfaceId: 's', componentId: 'root', line: 2 })
    expect(events).toEqual([])
  })

  it('[H-6] does so again and again is reported once per name', async () => {
    const { run, codes } = withInputs(button)
    for (let time = 0; time < 5; time++) {
      await run((input) => {
        input.act('one')
        input.act('two')
      })
    }
    expect(codes()).toEqual(['RENDER_FAILED', 'RENDER_FAILED'])
  })

  it('[H-6] enters into a property that is not there gets nothing drawn', async () => {
    const { run, inputs } = withInputs(button)
    const drawn = inputs.length
    await run((input) => input.enter('extra', 'x'))
    expect(inputs).toHaveLength(drawn)
  })

  it('[H-6] enters into a property that the agent left out is right', async () => {
    const { run, inputs, codes } = withInputs({ id: 'root', component: 'TextField', label: 'x' })
    await run((input) => input.enter('value', 'typed'))
    expect([inputs.at(-1)?.props, codes()]).toEqual([expect.objectContaining({ value: 'typed' }), []])
  })

  it('[H-6] is told in v0.8 by the names that it is given', async () => {
    const { run, send, reports } = withInputs({ id: 'root', component: 'TextField', label: 'x' })
    const action = { name: 'go' }
    send(v08.SU('o', [v08.C('root', 'Button', { child: 't', action }), v08.T('t', 'x')]), v08.BR('o'))
    await run((input) => input.act('press'))
    await run((input) => input.act('action'))
    expect(reports.map(({ hint, place }) => [place.surfaceId, hint])).toEqual([['o', 'Known: action.']])
  })
})
