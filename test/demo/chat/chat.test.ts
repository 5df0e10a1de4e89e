// The chat page's own decisions: which surfaces are replaced, which messages have passed, and which mark a task gets.
import type { ConversationMessage, ConversationTask } from 'surface-runtime/agent'
import { describe, expect, it } from 'vitest'
import { connectionSentence, conversationSentence } from '../../../demo/chat/error-sentence.ts'
import { passedMessages } from '../../../demo/chat/passing-messages.ts'
import { createSessions } from '../../../demo/chat/sessions.ts'
import { replacedSurfaces } from '../../../demo/chat/surface-kind.ts'
import { surfaceVersionOf, versionsNamed } from '../../../demo/chat/surface-version.ts'
import { taskMarks } from '../../../demo/chat/task-marks.ts'
import { clientErrorCodes, type WireErrorCode } from '../../../src/agent/protocol/error.ts'
import { wireErrors } from '../../../src/agent/protocol/wire-errors.ts'
import { waitUntil } from '../../support/wait-until.ts'

let count = 0
const said = (text: string, more: Partial<ConversationMessage> = {}): ConversationMessage => ({
  ...{ messageId: `m${++count}`, role: 'ROLE_AGENT', parts: text === '' ? [] : [{ text }], surfaceIds: [] },
  ...{ delivery: 'sent', taskId: 't', ...more },
})
const task = (id: string, state: string): ConversationTask => ({ id, state: `TASK_STATE_${state}` })

describe('[CH-7] surfaces that a newer one replaces', () => {
  const messages = ['results', 'detail', 'cart', 'results-2', 'cart-2', 'cart-3'].map((id) => {
    return said('', { surfaceIds: [id] })
  })
  const replacedOf = (present: readonly string[]) => [...replacedSurfaces(messages, new Set(present))]

  it('[CH-7] are all but the newest of a kind', () => {
    const all = messages.flatMap(({ surfaceIds }) => surfaceIds)
    expect(replacedOf(all)).toEqual(['results', 'cart', 'cart-2'])
  })

  it('[CH-7] are of one kind where their ids differ in a last part with a digit only', () => {
    const shown = ['order-form', 'order-status', 'booking-1f', 'booking-2e'].map((id) => said('', { surfaceIds: [id] }))
    const all = new Set(shown.flatMap(({ surfaceIds }) => surfaceIds))
    expect([...replacedSurfaces(shown, all)]).toEqual(['booking-1f'])
  })

  it('[CH-7] are none when the newer one is gone again, or created a second time', () => {
    expect(replacedOf(['results', 'detail', 'cart'])).toEqual([])
    const again = [...messages.slice(0, 1), said('', { surfaceIds: ['results'] })]
    expect([...replacedSurfaces(again, new Set(['results']))]).toEqual([])
  })
})

describe('[CH-6] messages that only bridge the time', () => {
  const looking = said('Looking …')
  const found = said('Three things fit.')
  it('[CH-6] have passed when their task has said more, or is over', () => {
    expect([...passedMessages([looking], [task('t', 'WORKING')])]).toEqual([])
    expect([...passedMessages([looking, found], [task('t', 'WORKING')])]).toEqual([looking.messageId])
    expect([...passedMessages([looking], [task('t', 'COMPLETED')])]).toEqual([looking.messageId])
  })

  it('[CH-6] are none of the user, and none that says something else', () => {
    const user = said('well …', { role: 'ROLE_USER' })
    const surface = said('', { surfaceIds: ['results'] })
    expect([...passedMessages([user, found, surface], [task('t', 'COMPLETED')])]).toEqual([])
  })
})

describe('[CH-1] the mark of a task', () => {
  it.each([
    ['CANCELED', 'stopped', false],
    ['FAILED', 'failed', true],
    ['REJECTED', 'rejected', false],
    ['INPUT_REQUIRED', 'waiting', false],
    ['AUTH_REQUIRED', 'waiting', false],
  ] as const)('[CH-1] %s stands beside its last message', (state, kind, repeatable) => {
    const [one, two] = [said('a'), said('b')]
    const marks = taskMarks([one, two], [task('t', state)], new Set())
    expect([...marks]).toEqual([[two.messageId, { kind, repeatable }]])
  })

  it('[CH-1] is none for a task that goes on or went well', () => {
    expect(taskMarks([said('a')], [task('t', 'WORKING')], new Set()).size).toBe(0)
    expect(taskMarks([said('a')], [task('t', 'COMPLETED')], new Set()).size).toBe(0)
  })

  it('[CH-1] offers to repeat only what came last, and what the agent does not offer to repeat itself', () => {
    const tasks = [task('t', 'FAILED'), task('u', 'FAILED')]
    const [older, newer] = [said('a'), said('b', { taskId: 'u', surfaceIds: ['problem'] })]
    const repeatable = (present: readonly string[]) =>
      [...taskMarks([older, newer], tasks, new Set(present)).values()].map((mark) => mark.repeatable)
    expect(repeatable([])).toEqual([false, true])
    expect(repeatable(['problem'])).toEqual([false, false])
  })
})

it('[CH-2] versions by the address of the page and by extensions', () => {
  expect(['0.8', 'v0.8', '0.9', '9', '', null].map(surfaceVersionOf)).toEqual([
    ...['v0.8', 'v0.8', 'v0.9'],
    ...[undefined, undefined, undefined],
  ])
  const uris = ['https://a2ui.org/a2a-extension/a2ui/v0.8', 'https://a2ui.org/a2a-extension/a2ui/v0.9', 'urn:x']
  expect(versionsNamed(uris)).toEqual(['v0.9', 'v0.8'])
})

describe('[CH-9] a page that cannot connect', () => {
  it.each([
    ['the search for the agent fails', () => Promise.reject(new TypeError('x is not a function'))],
    ['the address is none', async () => ({ kind: 'found', address: 'http://[' }) as const],
    ['nobody answers', async () => ({ kind: 'found', address: 'http://127.0.0.1:9' }) as const],
  ])('[CH-9] says so where %s', async (_, find) => {
    const sessions = createSessions({ find })
    await waitUntil(() => sessions.getSnapshot().kind !== 'connecting')
    expect(sessions.getSnapshot()).toEqual({
      kind: 'unreachable',
      reason: expect.stringMatching(/^(?:This page|Nothing|http:).*[.?]$/),
    })
  })

  it('[CH-9] has a sentence for every code, without the words of developers', () => {
    const codes = [...(Object.keys(wireErrors) as WireErrorCode[]), ...clientErrorCodes]
    const said = codes.flatMap((code) => [
      conversationSentence(code, 'Ada'),
      connectionSentence(code, 'https://ada.example'),
    ])
    expect(said.filter((text) => !/^[^_"`]*\b(?:Ada|ada\.example)\b[^_"`]*[.?]$/.test(text))).toEqual([])
    expect(new Set(said).size).toBeGreaterThan(10)
  })
})
