// Actions, ours and those of the public suite: from the agent's button to the event.
import { describe, expect, it } from 'vitest'
import { parsePointer } from '../../src/json/pointer.ts'
import { CS, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'
import { mount } from '../surface/mount.ts'
import { type ActionCase, actionCases } from './cases/actions.ts'
import { describeCorpus, readCases } from './corpus.ts'

describe('actions', () => play(actionCases))
describeCorpus('public actions', () => play(readCases('actions_v0_9')))

function play(cases: readonly ActionCase[]): void {
  const rows = cases.map((row) => [row.name, row] as const)
  const sent = rows.filter(([, row]) => !row.expect_errors)
  const reported = rows.filter(([, row]) => row.expect_errors)

  it.each(sent)('[B-7] %s', (_name, { action, data = {}, scope = '/', expect: wanted }) => {
    const { send, runtime, events, reports } = record()
    send(CS('s'), UD('s', '/', data), UC('s', [{ id: 'root', component: 'Button', child: 'c', action }]))
    mount(runtime.surface('s'), 'root', parsePointer(scope)).binding.act('action')
    expect(reports).toEqual([])
    expect(events).toMatchObject([{ name: wanted?.name }])
    expect(events[0]?.context).toEqual(wanted?.context ?? {})
  })

  // The suite tells these when the button is pressed; we refuse the button, as the protocol's strict mode asks.
  it.each(reported)('[FN-1] refused at receipt: %s', (_name, { action, expect_errors }) => {
    const { send, codes, runtime } = record()
    send(CS('s'), UC('s', [{ id: 'root', component: 'Button', child: 'c', action }]))
    expect(codes()).toHaveLength(expect_errors?.length ?? 0)
    expect(soundIds(runtime.surface('s'))).toEqual([])
  })
}
