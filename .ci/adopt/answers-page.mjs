// The page of a host with every carrier in one runtime: a chat for each, whose state the page keeps over a reload, or asks for again.

/** The AI SDK's hook of either version. */
const chatOf = (carrier, sdk, react) => `import { useChat } from '${react}'
import { DefaultChatTransport } from '${sdk}'
import { useEffect } from 'react'
import { useSurfaceParts } from 'surface-runtime/ai-sdk'
import { Chat, origin, runtime, save, saved } from './page.jsx'

export function ${carrier}() {
  const chat = useChat({
    messages: saved('${carrier}', []),
    transport: new DefaultChatTransport({ api: \`\${origin}/${carrier}\` }),
  })
  const { messages } = chat
  useSurfaceParts(runtime, chat)
  useEffect(() => save('${carrier}', messages), [messages])
  const answers = messages.filter(({ role }) => role === 'assistant').map(({ id }) => id)
  const ask = () => chat.sendMessage({ text: \`question \${answers.length + 1}\` })
  return <Chat name="${carrier}" answers={answers} onAsk={ask} />
}
`

const page = `import { createRuntime, SurfaceList } from 'surface-runtime'
import 'surface-runtime/styles.css'

export const origin = new URLSearchParams(location.search).get('agent')
export const saved = (name, otherwise) => JSON.parse(sessionStorage.getItem(name)) ?? otherwise
export const save = (name, value) => sessionStorage.setItem(name, JSON.stringify(value))

/** Sources of texts: nobody but the host sends their events. */
export const texts = new Set()

window.heard = []
window.faults = []
export const runtime = createRuntime({
  onEvent(event, wire) {
    window.heard.push(event.source)
    if (texts.has(event.source)) return fetch(\`\${origin}/text\`, { method: 'POST', body: JSON.stringify(wire) })
  },
  onError: ({ code, message, place }) => window.faults.push([code, message, place]),
})
window.addEventListener('pagehide', () => save('input', runtime.userInput()))
runtime.restoreInput(saved('input', {}))

/** One answer of each source, or list of sources, that shows something. */
export function Chat({ name, answers, onAsk }) {
  return (
    <main>
      <button type="button" onClick={onAsk}>Ask {name}</button>
      {answers.map((source, index) => (
        <section key={index} aria-label={\`\${name} \${index + 1}\`}>
          <SurfaceList runtime={runtime} source={source} />
        </section>
      ))}
    </main>
  )
}
`

const carriers = `import { HttpAgent } from '@ag-ui/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { connectAgUi } from 'surface-runtime/ag-ui'
import { connectAgent, connectSurfaces } from 'surface-runtime/agent'
import { connectMcp } from 'surface-runtime/mcp'
import { connectSse } from 'surface-runtime/sse'
import { readText } from 'surface-runtime/text'
import { connectWebSocket } from 'surface-runtime/websocket'
import { origin, runtime, save, saved, texts } from './page.jsx'

const sockets = origin.replace('http', 'ws')
const a2a = new URLSearchParams(location.search).get('a2a')

/** Chats that ask for each answer by its number, and again after a reload. */
function asking(name, ask) {
  const answers = []
  const next = async (number) => {
    answers.push(await ask(number))
    save(name, answers.length)
  }
  return {
    answers: () => answers.map(({ sources }) => sources.getSnapshot()),
    ask: () => next(answers.length + 1),
    async restore() {
      const before = saved(name, 0)
      for (let number = 1; number <= before; number++) await next(number)
    },
  }
}

const fixed = (source) => ({ sources: { getSnapshot: () => source } })

const sse = asking('sse', (number) => connectSse(\`\${origin}/sse?number=\${number}\`, runtime, { key: \`sse \${number}\` }))

const each = asking('each', (number) =>
  connectWebSocket(\`\${sockets}/each\`, runtime, { key: \`each \${number}\`, hello: \`\${number}\` }),
)

/** One connection, whose first frame says how many answers there are already. */
function createSocket() {
  const before = saved('socket', 0)
  const connection = connectWebSocket(\`\${sockets}/socket\`, runtime, { key: 'socket', hello: () => \`\${before}\` })
  return {
    // A press is answered behind the others, in the surface that was pressed.
    answers: () => connection.sources.getSnapshot().filter((source) => runtime.surfacesOf(source).getSnapshot().length > 0),
    async ask() {
      const number = saved('socket', 0) + 1
      while (!connection.ask(\`question \${number}\`)) await new Promise((resolve) => setTimeout(resolve, 20))
      save('socket', number)
    },
    restore: () => undefined,
  }
}

const text = asking('text', async (number) => {
  const reader = readText(runtime, { key: \`text \${number}\`, onText: () => undefined })
  texts.add(reader.source)
  const response = await fetch(\`\${origin}/text?number=\${number}\`)
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) reader.push(piece)
  reader.end()
  return fixed(reader.source)
})

function createAgUi() {
  const agent = new HttpAgent({ url: \`\${origin}/ag-ui\`, initialMessages: saved('ag-ui', []) })
  connectAgUi(agent, runtime)
  return {
    answers: () => agent.messages.filter(({ role }) => role === 'activity').map(({ id }) => id),
    async ask() {
      agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: 'tables' })
      await agent.runAgent()
    },
    restore: () => addEventListener('pagehide', () => save('ag-ui', agent.messages)),
  }
}

const client = new Client({ name: 'host', version: '1' })
const surfaces = connectMcp(client, runtime, { tools: ['a2ui_action'] })
const connected = client.connect(new StreamableHTTPClientTransport(new URL(\`\${origin}/mcp\`)))
const mcp = asking('mcp', async (number) => {
  await connected
  surfaces.show(\`mcp \${number}\`, await client.callTool({ name: 'find_table', arguments: { number } }))
  return fixed(\`mcp \${number}\`)
})

async function createA2a() {
  const agent = await connectAgent(a2a, { allowInsecureLoopback: true })
  const { contextId, tasks } = saved('a2a', {})
  const conversation = connectSurfaces(agent, runtime, tasks ? { contextId, tasks } : {})
  const answers = () => conversation.messages.getSnapshot().flatMap(({ surfaceIds, source }) => surfaceIds.length > 0 ? [source] : [])
  return {
    answers,
    ask: () => conversation.send(\`question \${answers().length + 1}\`),
    async restore() {
      addEventListener('pagehide', () => save('a2a', { contextId: conversation.contextId, tasks: conversation.taskIds }))
      await conversation.restored
    },
  }
}

export const chats = { sse, socket: createSocket(), each, text, 'ag-ui': createAgUi(), mcp, a2a: await createA2a() }
`

const main = `import { StrictMode, useEffect, useReducer } from 'react'
import { createRoot } from 'react-dom/client'
import { ai6 } from './ai6.jsx'
import { ai7 } from './ai7.jsx'
import { chats } from './carriers.js'
import { Chat, runtime } from './page.jsx'

/** What the carriers have brought is looked at when a surface comes or goes. */
function Chats() {
  const [, redraw] = useReducer((count) => count + 1, 0)
  useEffect(() => runtime.surfaces.subscribe(() => setTimeout(redraw)), [])
  const [Six, Seven] = [ai6, ai7]
  return (
    <>
      {Object.entries(chats).map(([name, { answers, ask }]) => (
        <Chat key={name} name={name} answers={answers()} onAsk={async () => { await ask(); redraw() }} />
      ))}
      <Six />
      <Seven />
    </>
  )
}

createRoot(document.getElementById('root')).render(<StrictMode><Chats /></StrictMode>)
await Promise.all(Object.values(chats).map(({ restore }) => restore()))
`

/** The carriers by the names of their chats. */
export const names = ['sse', 'socket', 'each', 'text', 'ag-ui', 'mcp', 'a2a', 'ai6', 'ai7']

/** Files of the page, by their names. */
export const files = {
  'main.jsx': main,
  'page.jsx': page,
  'carriers.js': carriers,
  'ai6.jsx': chatOf('ai6', 'ai-6', 'ai-react-3'),
  'ai7.jsx': chatOf('ai7', 'ai', '@ai-sdk/react'),
}
