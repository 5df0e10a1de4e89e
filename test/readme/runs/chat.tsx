// Guide, "In a chat": by each carrier two questions are asked, and both answers stay.
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { WebSocketServer, WebSocket as WsSocket } from 'ws'
import { z } from 'zod'
import { createAgentServer } from '../../../src/agent/server/server.ts'
import { surfaceResource } from '../../../src/carriers/mcp.ts'
import { createRuntime } from '../../../src/entries/index.ts'
import { CS, lines, T, UC } from '../../support/messages.ts'
import { answer, page } from './network.ts'
import type { Runs } from './run.ts'

const hello = [CS('s'), UC('s', [T('root', 'A table')])]
/** The agent's surface has the same id in each answer. */
const messagesFor = (question: string) => [CS('s'), UC('s', [T('root', `Of ${question}`)])]

const eventsOf = (events: readonly unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const streamOf = (body: string): Response => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })

/** Both answers are there, each in a bubble of its own. */
async function inTwoBubbles(): Promise<void> {
  const two = (await screen.findByText('Of tables for two')).closest('section')
  const four = (await screen.findByText('Of tables for four')).closest('section')
  expect([two, four]).not.toContain(null)
  expect(two).not.toBe(four)
  expect(document.querySelectorAll('.sf-surface')).toHaveLength(2)
}

async function asksTwice(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByText('Of tables for two')
  await userEvent.click(screen.getByRole('button', { name: 'Ask for four' }))
  await inTwoBubbles()
}

export const chat: Runs = {
  'Server-sent events': {
    in: 'page',
    async run(reader) {
      const requests = answer(reader, {
        [page]: async (request) => {
          const { text } = await request.json()
          return streamOf(`event: text\ndata: Here it is:\n\n${eventsOf(messagesFor(text))}`)
        },
      })
      const said: unknown[] = []
      reader.owns({ console: { ...console, log: (...given: readonly unknown[]) => said.push(given) } })
      const { Chat } = await reader.load<typeof import('../sse.tsx')>('sse.tsx')
      render(<Chat />)
      await asksTwice()
      expect(said).toEqual(Array(2).fill(['text', 'Here it is:']))
      expect(requests).toHaveLength(2)
    },
  },

  'JSON Lines': {
    in: 'page',
    async run(reader) {
      answer(reader, {
        [page]: async (request) => new Response(lines(...messagesFor((await request.json()).text))),
      })
      const { Chat } = await reader.load<typeof import('../json-lines.tsx')>('json-lines.tsx')
      render(<Chat />)
      await asksTwice()
    },
  },

  'The AI SDK': {
    in: 'page',
    async run(reader) {
      const server = await reader.load<typeof import('../ai-sdk-server.ts')>('ai-sdk-server.ts')
      answer(reader, {
        [page]: async (request) => {
          const { messages } = await request.json()
          return server.answer(messagesFor(messages.at(-1).parts[0].text))
        },
      })
      const { Chat } = await reader.load<typeof import('../ai-sdk-chat.tsx')>('ai-sdk-chat.tsx')
      render(<Chat />)
      await asksTwice()
      expect(screen.getByText('tables for two').tagName).toBe('P')
      // A model hears of a press, and not of the surfaces.
      const press = { type: 'data-a2uiAction' as const, data: { version: 'v0.9', action: { name: 'choose' } } }
      const surfaces = hello.map((data) => ({ type: 'data-a2ui' as const, data }))
      const messages = await server.forModel([
        { id: 'm1', role: 'assistant', parts: [{ type: 'text', text: 'Here' }, ...surfaces] },
        { id: 'm2', role: 'user', parts: [press] },
      ])
      expect(messages).toMatchObject([
        { role: 'assistant', content: [{ text: 'Here' }] },
        { role: 'user', content: [{ text: JSON.stringify(press.data) }] },
      ])
    },
  },

  'AG-UI': {
    in: 'page',
    async run(reader) {
      answer(reader, {
        [page]: async (request) => {
          const { threadId, runId, messages } = await request.json()
          const question = messages.at(-1).content
          const content = { a2ui_operations: messagesFor(question) }
          return streamOf(
            eventsOf([
              { type: 'RUN_STARTED', threadId, runId },
              { type: 'ACTIVITY_SNAPSHOT', messageId: question, activityType: 'a2ui-surface', content, replace: true },
              { type: 'RUN_FINISHED', threadId, runId },
            ]),
          )
        },
      })
      const { Chat } = await reader.load<typeof import('../ag-ui.tsx')>('ag-ui.tsx')
      render(<Chat />)
      await asksTwice()
    },
  },

  'Model Context Protocol': {
    in: 'page',
    async run({ load, after }) {
      const server = new McpServer({ name: 'tables', version: '1.0.0' })
      const inputSchema = { guests: z.number() }
      server.registerTool('find_tables', { inputSchema }, ({ guests }) => ({
        content: [surfaceResource(messagesFor(guests === 2 ? 'tables for two' : 'tables for four'))],
      }))
      const client = new Client({ name: 'chat', version: '1.0.0' })
      const [here, there] = InMemoryTransport.createLinkedPair()
      await Promise.all([server.connect(there), client.connect(here)])
      after(() => client.close())
      const { Chat, connect, showTables } = await load<typeof import('../mcp.tsx')>('mcp.tsx')
      const surfaces = connect(client)
      after(surfaces.stop)
      render(<Chat surfaces={surfaces} />)
      await act(() => showTables(client, surfaces))
      await inTwoBubbles()
    },
  },

  WebSocket: {
    in: 'page',
    async run({ load, owns, after }) {
      owns({ WebSocket: WsSocket })
      const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
      server.on('connection', (peer) =>
        peer.on('message', (data) => {
          for (const frame of [...messagesFor(JSON.parse(String(data)).text), { type: 'done' }])
            peer.send(JSON.stringify(frame))
        }),
      )
      await new Promise<void>((resolve) => server.once('listening', () => resolve()))
      after(() => server.close())
      const { Chat, connect } = await load<typeof import('../websocket.tsx')>('websocket.tsx')
      const connection = connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      after(connection.stop)
      render(<Chat connection={connection} />)
      await screen.findByText('Of tables for two')
      await userEvent.click(screen.getByRole('button', { name: 'Ask for four' }))
      await inTwoBubbles()
    },
  },

  "A model's text": {
    in: 'page',
    async run({ load }) {
      async function* ask(question: string) {
        yield 'Here it is:\n\n```jsonl\n'
        yield `${lines(...messagesFor(question))}\`\`\`\n`
      }
      const { Chat } = await load<typeof import('../model-text.tsx')>('model-text.tsx')
      render(<Chat ask={ask} />)
      await asksTwice()
      expect(screen.getAllByText('Here it is:')).toHaveLength(2)
    },
  },

  'The agent protocol': {
    in: 'page',
    async run(reader) {
      const origin = 'https://tables.example'
      const handle = createAgentServer({
        card: { name: 'Tables', extensions: [{ uri: 'https://a2ui.org/a2a-extension/a2ui/v0.9' }] },
        async *execute({ text }) {
          yield { surface: messagesFor(text) }
        },
      })
      answer(reader, { [origin]: handle })
      const { Chat, connect } = await reader.load<typeof import('../a2a-chat.tsx')>('a2a-chat.tsx')
      render(<Chat conversation={await connect(origin)} />)
      await asksTwice()
    },
  },

  'Messages that come again': {
    in: 'page',
    async run({ load }) {
      const { Bubble } = await load<typeof import('../bubble.tsx')>('bubble.tsx')
      const runtime = createRuntime()
      const bubble = (messages: readonly unknown[]) => <Bubble runtime={runtime} id="m1" messages={messages} />
      const { rerender } = render(bubble(hello))
      const text = await screen.findByText('A table')
      rerender(bubble([...hello, UC('s', [T('root', 'Two tables')])]))
      expect((await screen.findByText('Two tables')).parentElement).toBe(text.parentElement)
      rerender(bubble([]))
      expect(screen.queryByText('Two tables')).toBeNull()
    },
  },
}
