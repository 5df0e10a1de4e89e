// One agent behind every carrier. It gives one id to the surface of each answer, and means it by that id alone when it answers a press.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toNodeHandler } from 'srvx/node'
import { WebSocketServer } from 'ws'

const surfaceId = 's1'
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
const version = 'v0.9'
const extension = 'https://a2ui.org/a2a-extension/a2ui/v0.9'

/**
 * Runs the agent while `use` goes on, which gets its addresses and what was pressed: a text for each action that arrived. The
 * packages are those of the host `app`.
 */
export async function withAgent(app, use) {
  const agent = createAgent()
  const [web, a2a] = await Promise.all([webServer(app, agent), a2aServer(app, agent)])
  try {
    await use({ origin: web.origin, a2a: a2a.origin, presses: agent.presses })
  } finally {
    web.close()
    a2a.close()
  }
}

/** What was answered, by carrier and number of the question: a chat that asks again gets all of it. */
function createAgent() {
  const answers = new Map()
  const presses = []

  function answer(carrier, number) {
    const key = `${carrier} ${number}`
    if (!answers.has(key)) answers.set(key, formOf(carrier, number))
    return answers.get(key)
  }

  /** `carrier`: the one that brought it; `context`: what stands in the form that was pressed. */
  function press(carrier, { context }) {
    const key = `${context.carrier} ${context.number}`
    presses.push(context.carrier === carrier ? key : `${key}, by ${carrier}`)
    const times = presses.filter((one) => one === key).length
    const value = `Booked ${times}: ${context.name}`
    const reply = [{ version, updateDataModel: { surfaceId, path: '/said', value } }]
    answers.set(key, [...answer(context.carrier, context.number), ...reply])
    return reply
  }

  return { answer, press, presses }
}

function formOf(carrier, number) {
  const context = { carrier, number, name: { path: '/name' } }
  const components = [
    { id: 'root', component: 'Column', children: ['title', 'name', 'note', 'book', 'said'] },
    { id: 'title', component: 'Text', text: `Answer ${number} of ${carrier}` },
    { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
    { id: 'note', component: 'TextField', label: 'Note', value: { path: '/note' } },
    { id: 'book', component: 'Button', child: 'label', action: { event: { name: 'book', context } } },
    { id: 'label', component: 'Text', text: 'Book' },
    { id: 'said', component: 'Text', text: { path: '/said' } },
  ]
  return [
    { version, createSurface: { surfaceId, catalogId } },
    { version, updateComponents: { surfaceId, components } },
    { version, updateDataModel: { surfaceId, path: '/said', value: 'Not booked' } },
  ]
}

async function webServer(app, agent) {
  const paths = { ...plainPaths(agent), ...(await chatPaths(app, agent)), '/mcp': await mcpPath(app, agent) }
  const server = createServer(
    toNodeHandler(async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'OPTIONS') return new Response(null, { headers: shared })
      const response = (await paths[pathname]?.(request)) ?? new Response('There is nothing here.', { status: 404 })
      for (const [name, value] of Object.entries(shared)) response.headers.set(name, value)
      return response
    }),
  )
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (peer) => talk(peer, request.url.slice(1), agent)),
  )
  return listening(server, () => {
    for (const peer of sockets.clients) peer.terminate()
  })
}

/** The page is of another origin. */
const shared = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Expose-Headers': '*',
}

function listening(server, end = () => undefined) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const close = () => {
        end()
        server.closeAllConnections()
        server.close()
      }
      resolve({ origin: `http://127.0.0.1:${server.address().port}`, close })
    })
  })
}

const numberOf = (request) => Number(new URL(request.url).searchParams.get('number'))
const linesOf = (messages) => messages.map((message) => `${JSON.stringify(message)}\n`).join('')
const eventsOf = (events) => {
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

/** Server-sent events, a model's text, AG-UI. */
function plainPaths({ answer, press }) {
  return {
    '/sse': async (request) => {
      if (request.method === 'POST') return eventsOf(press('sse', (await request.json()).action))
      return eventsOf(answer('sse', numberOf(request)))
    },
    '/text': async (request) => {
      // The host hands what this answers to its runtime.
      if (request.method === 'POST') return new Response(linesOf(press('text', (await request.json()).action)))
      return new Response(
        `Here it is:\n\`\`\`a2ui\n${linesOf(answer('text', numberOf(request)))}\`\`\`\nAnything else?`,
      )
    },
    '/ag-ui': async (request) => {
      const { threadId, runId, messages, forwardedProps } = await request.json()
      const action = forwardedProps?.a2uiAction?.userAction
      if (action) press('ag-ui', action)
      const number = action ? action.context.number : messages.filter(({ role }) => role === 'user').length
      // An activity is told whole: a state that is restored has it where it belongs.
      const content = { a2ui_operations: answer('ag-ui', number) }
      const messageId = `answer ${number}`
      return eventsOf([
        { type: 'RUN_STARTED', threadId, runId },
        { type: 'ACTIVITY_SNAPSHOT', messageId, activityType: 'a2ui-surface', content, replace: true },
        { type: 'RUN_FINISHED', threadId, runId },
      ])
    },
  }
}

/** The first frame of `socket` says how many answers there were, that of `each` which one is wanted. */
function talk(peer, carrier, { answer, press }) {
  const say = (messages) => {
    for (const frame of [...messages, { type: 'done' }]) peer.send(JSON.stringify(frame))
  }
  let isFirst = true
  peer.on('message', (data) => {
    const frame = String(data)
    const first = isFirst
    isFirst = false
    if (frame.startsWith('{')) say(press(carrier, JSON.parse(frame).action))
    else if (carrier === 'each') say(answer(carrier, Number(frame)))
    else if (first) for (let number = 1; number <= Number(frame); number++) say(answer(carrier, number))
    else say(answer(carrier, Number(frame.replace('question ', ''))))
  })
}

/** A module of the host's. */
const importFrom = (app) => {
  const { resolve } = createRequire(join(app, 'package.json'))
  return (name) => import(pathToFileURL(resolve(name)))
}

/** The AI SDK, either version. */
async function chatPaths(app, { answer, press }) {
  const load = importFrom(app)
  const { surfaceStream } = await load('surface-runtime/ai-sdk')
  const pathOf = async (carrier, sdk) => {
    const { createUIMessageStream, createUIMessageStreamResponse } = await load(sdk)
    return async (request) => {
      const { messages } = await request.json()
      const asked = messages.filter(({ role }) => role === 'user')
      const isPress = ({ type }) => type === 'data-a2uiAction'
      const pressed = asked.at(-1).parts.find(isPress)
      const questions = asked.filter(({ parts }) => !parts.some(isPress))
      const reply = pressed ? press(carrier, pressed.data.action) : answer(carrier, questions.length)
      const stream = createUIMessageStream({ execute: ({ writer }) => surfaceStream(writer)(reply) })
      return createUIMessageStreamResponse({ stream })
    }
  }
  return { '/ai6': await pathOf('ai6', 'ai-6'), '/ai7': await pathOf('ai7', 'ai') }
}

async function mcpPath(app, { answer, press }) {
  const load = importFrom(app)
  const { McpServer } = await load('@modelcontextprotocol/sdk/server/mcp.js')
  const { WebStandardStreamableHTTPServerTransport } = await load(
    '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js',
  )
  const { surfaceResource } = await load('surface-runtime/mcp')
  const { z } = await load('zod')
  return async (request) => {
    const server = new McpServer({ name: 'tables', version: '1.0.0' })
    const add = (name, inputSchema, messagesOf) =>
      server.registerTool(name, { description: name, inputSchema }, async (given) => ({
        content: [surfaceResource(messagesOf(given))],
      }))
    add('find_table', { number: z.number() }, ({ number }) => answer('mcp', number))
    add('a2ui_action', { context: z.record(z.string(), z.unknown()) }, (action) => press('mcp', action))
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    return transport.handleRequest(request)
  }
}

async function a2aServer(app, { answer, press }) {
  const { createAgentServer } = await importFrom(app)('surface-runtime/agent/server')
  const handle = createAgentServer({
    card: { name: 'Tables', description: 'Books tables.', extensions: [{ uri: extension }] },
    async *execute({ text, actions: [action] }) {
      yield { surface: action ? press('a2a', action) : answer('a2a', Number(text.replace('question ', ''))) }
    },
  })
  return listening(createServer(toNodeHandler(handle)))
}
