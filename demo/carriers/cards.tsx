/** The five carriers. What each does by itself is what a host would write. */
import { HttpAgent } from '@ag-ui/client'
import { useChat } from '@ai-sdk/react'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { type ReactNode, useState } from 'react'
import { SurfaceList } from 'surface-runtime'
import { connectAgUi } from 'surface-runtime/ag-ui'
import { type SurfaceDataParts, useSurfaceParts } from 'surface-runtime/ai-sdk'
import { connectMcp } from 'surface-runtime/mcp'
import { type Connection, connectSse } from 'surface-runtime/sse'
import { connectWebSocket } from 'surface-runtime/websocket'
import { Card, type CardState, useAsked, useTableRuntime } from './Card.tsx'

export interface CarrierProps {
  /** Origin of the server. */
  readonly origin: string
  /** How often the question was asked. */
  readonly asked: number
}

const question = 'A table for two, please'

/** The state of a connection, which is another one for each question. */
function useConnection() {
  const [state, setState] = useState<CardState>('idle')
  const [connection, setConnection] = useState<Connection>()
  const follow = (next: Connection): (() => void) => {
    setConnection(next)
    setState(next.state.getSnapshot())
    const stop = next.state.subscribe(() => setState(next.state.getSnapshot()))
    return () => {
      stop()
      next.stop()
    }
  }
  return { state, follow, retry: () => connection?.retry() }
}

export function SseCard({ origin, asked }: CarrierProps): ReactNode {
  const runtime = useTableRuntime()
  const [text, setText] = useState('')
  const { state, follow, retry } = useConnection()
  useAsked(asked, () => {
    runtime.drop('sse')
    return follow(
      connectSse(`${origin}/sse`, runtime, {
        source: 'sse',
        request: { method: 'POST', body: JSON.stringify({ text: question }) },
        onOther: ({ data }) => setText(JSON.parse(data).text),
      }),
    )
  })
  const code = 'connectSse(address, runtime)'
  return <Card name="Server-sent events" {...{ code, state, text, runtime }} onRetry={retry} />
}

export function WebSocketCard({ origin, asked }: CarrierProps): ReactNode {
  const runtime = useTableRuntime()
  const [text, setText] = useState('')
  const { state, follow, retry } = useConnection()
  useAsked(asked, () => {
    runtime.drop('socket')
    return follow(
      connectWebSocket(`${origin.replace(/^http/, 'ws')}/websocket`, runtime, {
        source: 'socket',
        hello: JSON.stringify({ text: question }),
        messagesOf(frame) {
          const { text: words } = frame as { readonly text?: string }
          if (words !== undefined) setText(words)
          return words === undefined ? frame : undefined
        },
      }),
    )
  })
  const code = 'connectWebSocket(address, runtime)'
  // The connection stays open for what the user does.
  return <Card name="WebSocket" {...{ code, state, text, runtime }} onRetry={retry} />
}

type ChatMessage = UIMessage<unknown, SurfaceDataParts>

const chatStates = { ready: 'done', submitted: 'connecting', streaming: 'open', error: 'failed' } as const

export function AiSdkCard({ origin, asked }: CarrierProps): ReactNode {
  const runtime = useTableRuntime()
  const [transport] = useState(() => new DefaultChatTransport<ChatMessage>({ api: `${origin}/ai-sdk` }))
  const chat = useChat<ChatMessage>({ transport })
  useSurfaceParts(runtime, chat)
  useAsked(asked, () => {
    chat.setMessages([])
    void chat.sendMessage({ text: question })
    return undefined
  })
  const said = chat.messages.flatMap(({ role, parts }) => (role === 'assistant' ? parts : []))
  const text = said.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const state = asked === 0 ? 'idle' : chatStates[chat.status]
  return (
    <Card
      name="AI SDK"
      code="useSurfaceParts(runtime, useChat())"
      {...{ state, text, runtime }}
      onRetry={() => void chat.regenerate()}
    >
      {chat.messages.map(({ id }) => (
        <SurfaceList key={id} runtime={runtime} source={id} />
      ))}
    </Card>
  )
}

export function AgUiCard({ origin, asked }: CarrierProps): ReactNode {
  const runtime = useTableRuntime()
  const [text, setText] = useState('')
  const [state, setState] = useState<CardState>('idle')
  const [again, setAgain] = useState(0)
  useAsked(asked + again, () => {
    const agent = new HttpAgent({
      url: `${origin}/ag-ui`,
      initialMessages: [{ id: 'question', role: 'user', content: question }],
    })
    runtime.drop('form')
    const surfaces = connectAgUi(agent, runtime)
    agent.subscribe({
      onRunStartedEvent: () => setState('open'),
      onRunFinalized: () => setState('done'),
      onRunFailed: () => setState('failed'),
      onTextMessageContentEvent: ({ textMessageBuffer, event }) => setText(textMessageBuffer + event.delta),
    })
    setState('connecting')
    agent.runAgent().catch(() => setState('failed'))
    return surfaces.stop
  })
  const code = 'connectAgUi(agent, runtime)'
  return <Card name="AG-UI" {...{ code, state, text, runtime }} onRetry={() => setAgain(again + 1)} />
}

export function McpCard({ origin, asked }: CarrierProps): ReactNode {
  const runtime = useTableRuntime()
  const [text, setText] = useState('')
  const [state, setState] = useState<CardState>('idle')
  const [again, setAgain] = useState(0)
  useAsked(asked + again, () => {
    const client = new Client({ name: 'demo', version: '1.0.0' })
    const surfaces = connectMcp(client, runtime, { tools: ['a2ui_action'] })
    runtime.drop('find_table')
    async function ask(): Promise<void> {
      setState('connecting')
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)))
      setState('open')
      const result = await client.callTool({ name: 'find_table' })
      const blocks = result.content as readonly { readonly type: string; readonly text?: string }[]
      setText(blocks.find(({ type }) => type === 'text')?.text ?? '')
      surfaces.show('find_table', result)
      setState('done')
    }
    ask().catch(() => setState('failed'))
    return () => {
      surfaces.stop()
      void client.close()
    }
  })
  const code = 'connectMcp(client, runtime).show(id, result)'
  return <Card name="Model Context Protocol" {...{ code, state, text, runtime }} onRetry={() => setAgain(again + 1)} />
}
