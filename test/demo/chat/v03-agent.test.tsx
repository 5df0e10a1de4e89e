// The demo's chat with an agent of version 0.3, whose events are framed as the sample agents of the surface protocol have them: words
// while it works, then one surface message in each data part of a status message, and a last status that asks.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ChatView } from '../../../demo/chat/ChatView.tsx'
import { connectSession } from '../../../demo/chat/connect-session.ts'
import { createSessions } from '../../../demo/chat/sessions.ts'
import { catalogId } from '../../support/messages.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

const address = 'http://127.0.0.1:4599'
const ids = { taskId: 'task-7f3a', contextId: 'context-21c0' }
const mimeType = 'application/json+a2ui'

const text = (words: string) => ({ kind: 'text', text: words })
const surface = (data: object) => ({ kind: 'data', data, metadata: { mimeType } })

function status(state: string, parts: readonly object[]): object {
  const message = { kind: 'message', role: 'agent', messageId: crypto.randomUUID(), parts, ...ids }
  const timestamp = '2026-05-29T10:15:30.448476+00:00'
  return { kind: 'status-update', ...ids, final: false, status: { state, timestamp, message } }
}

const task = { kind: 'task', id: ids.taskId, contextId: ids.contextId, status: { state: 'submitted' } }

const kiosk = [
  { version: 'v0.9', createSurface: { surfaceId: 'kiosk', catalogId } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'kiosk',
      components: [
        { id: 'root', component: 'Column', children: ['title', 'list', 'order'] },
        { id: 'title', component: 'Text', text: 'Teas of the Lantern House', variant: 'h2' },
        { id: 'list', component: 'List', children: { path: '/teas', componentId: 'tea' } },
        { id: 'tea', component: 'Text', text: { path: 'name' } },
        { id: 'order-text', component: 'Text', text: 'Order the first' },
        {
          id: 'order',
          component: 'Button',
          child: 'order-text',
          action: { event: { name: 'orderTea', context: { tea: { path: '/teas/0/name' } } } },
        },
      ],
    },
  },
  {
    version: 'v0.9',
    updateDataModel: { surfaceId: 'kiosk', path: '/teas', value: [{ name: 'Smoke' }, { name: 'Plum' }] },
  },
]

/** What the chat has said in words. */
const bubbles = (): string => [...document.querySelectorAll('.bubble')].map((one) => one.textContent).join('\n')

/** Events of each answer, in their order. */
const answers = [
  [
    task,
    status('working', [text('Looking at the shelves …')]),
    status('working', kiosk.map(surface)),
    status('input-required', [text('Which one may it be?')]),
  ],
  [status('completed', [text('Smoke is on its way.')])],
]

/** What the agent's SDK writes: CRLF, pings, `charset`, no Task in front where one goes on. */
function answerOf(id: number, events: readonly object[]): Response {
  const frames = events.map((result) => `data: ${JSON.stringify({ id, jsonrpc: '2.0', result })}\r\n\r\n`)
  const type = 'text/event-stream; charset=utf-8'
  return new Response(`: ping - 2026-05-29 10:15:30+00:00\r\n\r\n${frames.join('')}`, {
    headers: { 'content-type': type },
  })
}

const card = {
  ...{ name: 'Lantern House', description: 'Sells tea.', url: address, version: '1.0.0', protocolVersion: '0.3.0' },
  ...{ defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'], preferredTransport: 'JSONRPC' },
  capabilities: { streaming: true, extensions: [{ uri: 'https://a2ui.org/a2a-extension/a2ui/v0.9' }] },
  skills: [{ id: 'tea', name: 'Tea', description: 'Finds a tea', tags: ['tea'], examples: ['Show me your teas'] }],
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: {
    readonly message: { readonly taskId?: string; readonly parts: readonly { readonly data?: unknown }[] }
  }
}

it('[AV-10] draws what a sample agent of version 0.3 sends, and its button is answered', async () => {
  const calls: Call[] = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    if (typeof init.body !== 'string') return Response.json(card)
    const call: Call = JSON.parse(init.body)
    if (call.method === 'tasks/get') {
      const state = calls.length < 2 ? 'input-required' : 'completed'
      return Response.json({ id: call.id, jsonrpc: '2.0', result: { ...task, status: { state } } })
    }
    calls.push(call)
    return answerOf(call.id, answers[calls.length - 1] ?? [])
  })
  const options = { find: async () => ({ kind: 'found', address }) as const }
  const opened = await connectSession({ ...options, key: 1 })
  if (opened.kind !== 'open') throw new Error(JSON.stringify(opened))
  const { session } = opened
  render(<ChatView session={session} sessions={createSessions(options)} examples={[]} />)

  await userEvent.click(await screen.findByText('Show me your teas'))
  expect(await screen.findByRole('heading', { name: 'Teas of the Lantern House' })).toBeDefined()
  await expect.poll(bubbles).toContain('Which one may it be?')
  expect(['Smoke', 'Plum'].map((name) => screen.getByText(name).tagName)).toHaveLength(2)
  await expect.poll(() => screen.getByTestId('state').textContent).toBe('Waiting for you')

  await userEvent.click(screen.getByRole('button', { name: 'Order the first' }))
  await expect.poll(bubbles).toContain('Smoke is on its way.')
  await expect.poll(() => screen.getByTestId('state').textContent).toBe('Ready')
  expect(calls.map(({ method }) => method)).toEqual(['message/stream', 'message/stream'])
  expect(calls[1]?.params.message).toMatchObject({
    ...{ kind: 'message', role: 'user', taskId: ids.taskId },
    parts: [{ kind: 'data', data: { version: 'v0.9', action: { name: 'orderTea', context: { tea: 'Smoke' } } } }],
  })
  session.dispose()
})
