/** One agent, reached by five carriers: a path for each. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type BaseEvent, EventType } from '@ag-ui/core'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createUIMessageStream, createUIMessageStreamResponse, type UIMessage } from 'ai'
import { type SurfaceDataParts, surfaceStream } from 'surface-runtime/ai-sdk'
import { surfaceResource } from 'surface-runtime/mcp'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { booked, form, pause, sentence } from './table.ts'

type Answer = (request: Request) => Promise<Response> | Response

const paths: { readonly [path: string]: Answer } = {
  '/sse': async (request) => {
    const asked = await request.json()
    if ('action' in asked) return lines(booked(asked).map((message) => event(message)))
    return lines([event({ text: sentence }, 'text'), ...form.map((message) => event(message)), event({}, 'done')])
  },
  '/ai-sdk': async (request) => {
    const { messages } = (await request.json()) as {
      readonly messages: readonly UIMessage<unknown, SurfaceDataParts>[]
    }
    const action = messages.at(-1)?.parts.find((part) => part.type === 'data-a2uiAction')
    const stream = createUIMessageStream({
      async execute({ writer }) {
        const write = surfaceStream(writer)
        // The form stands in an earlier message of the chat, to which this one says what has changed.
        if (action && 'data' in action) return write(booked(action.data))
        writer.write({ type: 'text-start', id: 't' })
        writer.write({ type: 'text-delta', id: 't', delta: sentence })
        writer.write({ type: 'text-end', id: 't' })
        for (const message of form) {
          await pause()
          write(message)
        }
      },
    })
    return createUIMessageStreamResponse({ stream })
  },
  '/ag-ui': async (request) => {
    const { threadId, runId, forwardedProps } = (await request.json()) as {
      readonly threadId: string
      readonly runId: string
      readonly forwardedProps?: { readonly a2uiAction?: { readonly userAction?: unknown } }
    }
    const action = forwardedProps?.a2uiAction?.userAction
    const shown = (count: number) => (action ? [...form, ...booked({ action })] : form.slice(0, count))
    const activity = (count: number): BaseEvent => ({
      ...{ type: EventType.ACTIVITY_SNAPSHOT, messageId: 'form', activityType: 'a2ui-surface', replace: true },
      ...{ content: { a2ui_operations: shown(count) } },
    })
    const said = { type: EventType.TEXT_MESSAGE_CHUNK, messageId: `said ${runId}`, role: 'assistant', delta: sentence }
    const events: readonly BaseEvent[] = [
      { type: EventType.RUN_STARTED, threadId, runId } as BaseEvent,
      ...(action ? [activity(form.length)] : [said as BaseEvent, ...form.map((_, index) => activity(index + 1))]),
      { type: EventType.RUN_FINISHED, threadId, runId } as BaseEvent,
    ]
    return lines(events.map((one) => event(one)))
  },
  '/mcp': async (request) => {
    const server = new McpServer({ name: 'tables', version: '1.0.0' })
    server.registerTool('find_table', { description: 'Free tables.' }, async () => {
      await pause()
      return { content: [{ type: 'text', text: sentence }, surfaceResource(form)] }
    })
    const inputSchema = { context: z.record(z.string(), z.unknown()).optional() }
    server.registerTool('a2ui_action', { description: 'What the user did.', inputSchema }, async (action) => {
      await pause()
      return { content: [surfaceResource(booked({ action }))] }
    })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return transport.handleRequest(request)
  },
}

/** Pages come from another origin. */
const shared = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
}

export async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: shared })
  const answer = paths[pathname]
  const response = answer ? await answer(request) : new Response('There is nothing here.', { status: 404 })
  for (const [name, value] of Object.entries(shared)) response.headers.set(name, value)
  return response
}

const sockets = new WebSocketServer({ noServer: true })

/** Of the server that `handle` answers at. */
export function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (request.url !== '/websocket') return void socket.destroy()
  sockets.handleUpgrade(request, socket, head, (peer) => {
    peer.on('message', async (data) => {
      const asked = JSON.parse(String(data)) as { readonly action?: unknown }
      const frames = asked.action ? booked(asked) : [{ text: sentence }, ...form]
      for (const frame of frames) {
        await pause()
        peer.send(JSON.stringify(frame))
      }
    })
  })
}

function event(data: unknown, name = 'message'): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Server-sent events, one after the other. */
function lines(events: readonly string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      for (const one of events) {
        await pause()
        stream.enqueue(new TextEncoder().encode(one))
      }
      stream.close()
    },
    cancel: () => undefined,
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' } })
}
