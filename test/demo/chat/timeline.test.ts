// How an answer came about, by the page's clock, whatever the clock of the agent and whatever comes in one piece.
import type { Conversation, ConversationMessage, ConversationTask } from 'surface-runtime/agent'
import type { Recording } from 'surface-runtime/inspector'
import { expect, it, vi } from 'vitest'
import { keepTimeline } from '../../../demo/chat/timeline.ts'
import { createCell } from '../../../src/live/binding.ts'

function begin() {
  const messages = createCell<readonly ConversationMessage[]>([])
  const tasks = createCell<readonly ConversationTask[]>([])
  const record = createCell<{ readonly lines: readonly unknown[]; readonly events: readonly unknown[] }>({
    ...{ lines: [], events: [] },
  })
  const conversation = { messages, tasks, restored: Promise.resolve() } as unknown as Conversation
  const timeline = keepTimeline(conversation, record as unknown as Recording)
  const say = (messageId: string, role: string, part: object): void =>
    messages.set([
      ...messages.getSnapshot(),
      { ...{ messageId, role, taskId: 't', surfaceIds: [], delivery: 'sent' }, parts: [part] } as ConversationMessage,
    ])
  const draw = (...names: readonly string[]): void => {
    const lines = names.map((name, id) => ({ id, text: JSON.stringify({ [name]: { surfaceId: 's' } }) }))
    record.set({ lines, events: [] })
  }
  return { timeline, tasks, say, draw }
}

const call = (ago: number, milliseconds: number) => ({ data: { calls: [{ name: 'search', ago, milliseconds }] } })

it('[CH-33] a call stands where it began, and never before its task, though all came in one piece', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { timeline, tasks, say, draw } = begin()
    await Promise.resolve()
    await Promise.resolve()
    say('m1', 'ROLE_USER', { text: 'shoes' })
    vi.advanceTimersByTime(100)
    tasks.set([{ id: 't', state: 'TASK_STATE_WORKING' }])
    vi.advanceTimersByTime(50)
    say('m2', 'ROLE_AGENT', call(30, 25))
    say('m3', 'ROLE_AGENT', call(9_000, 8_000))
    draw('createSurface')
    tasks.set([{ id: 't', state: 'TASK_STATE_COMPLETED' }])
    vi.advanceTimersByTime(5_000)
    // Of a later answer on the same surface.
    draw('createSurface', 'updateDataModel')
    const moments = timeline.momentsOf('t', ['s'])
    const first = moments[0]?.at ?? 0
    expect(moments.map(({ words, at = 0 }) => [words, at - first])).toEqual([
      ['message of the user: “shoes”', 0],
      ['task working', 100],
      ['search (8000 ms)', 100],
      ['search (25 ms)', 120],
      ['createSurface s', 150],
      ['task completed', 150],
    ])
    timeline.stop()
  } finally {
    vi.useRealTimers()
  }
})

it('[CH-33] what was loaded with the page has the order in which it came, and no time', async () => {
  const { timeline, tasks, say, draw } = begin()
  say('m1', 'ROLE_USER', { text: 'shoes' })
  say('m2', 'ROLE_AGENT', call(30, 25))
  draw('createSurface')
  tasks.set([{ id: 't', state: 'TASK_STATE_COMPLETED' }])
  await Promise.resolve()
  await Promise.resolve()
  const moments = timeline.momentsOf('t', ['s'])
  expect(moments.map(({ at }) => at)).toEqual([undefined, undefined, undefined, undefined])
  expect(moments.map(({ by }) => by)).toEqual(['agent', 'shop', 'surface', 'agent'])
})
