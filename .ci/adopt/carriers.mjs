// The carriers in a Vite app beside the client packages that hosts have: what a host writes for each is at most six lines. Then a page
// with three answers by each.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildServers } from '../demo-build.mjs'
import { createDemoProcess } from '../demo-process.mjs'
import { freePort } from '../tools.mjs'
import { checkManyAnswers, packages } from './many-answers.mjs'
import { html, serving } from './program.mjs'
import { install, mustRun, write } from './run.mjs'

/** What a host writes, imports aside. */
const glues = {
  'sse.js': `import { connectSse } from 'surface-runtime/sse'
export const connect = (runtime, origin) =>
  connectSse(\`\${origin}/sse\`, runtime, { request: { method: 'POST', body: '{"text":"tables"}' } })
`,
  'websocket.js': `import { connectWebSocket } from 'surface-runtime/websocket'
export const connect = (runtime, origin) =>
  connectWebSocket(\`\${origin.replace('http', 'ws')}/websocket\`, runtime, {
    hello: '{"text":"tables"}',
    messagesOf: (frame) => (frame.text ? undefined : frame),
  })
`,
  'ag-ui.js': `import { HttpAgent } from '@ag-ui/client'
import { connectAgUi } from 'surface-runtime/ag-ui'
export function connect(runtime, origin) {
  const agent = new HttpAgent({ url: \`\${origin}/ag-ui\` })
  connectAgUi(agent, runtime)
  agent.runAgent()
}
`,
  'mcp.js': `import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { connectMcp } from 'surface-runtime/mcp'
export async function connect(runtime, origin) {
  const client = new Client({ name: 'host', version: '1' })
  const surfaces = connectMcp(client, runtime, { tools: ['a2ui_action'] })
  await client.connect(new StreamableHTTPClientTransport(new URL(\`\${origin}/mcp\`)))
  surfaces.show('tables', await client.callTool({ name: 'find_table' }))
}
`,
  'ai-sdk.jsx': `import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { useSurfaceParts } from 'surface-runtime/ai-sdk'
export function useTables(runtime, origin) {
  const chat = useChat({ transport: new DefaultChatTransport({ api: \`\${origin}/ai-sdk\` }) })
  useSurfaceParts(runtime, chat)
  return chat
}
`,
}

const program = `import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createRuntime, SurfaceList } from 'surface-runtime'
import 'surface-runtime/styles.css'
import { connect as agUi } from './ag-ui.js'
import { useTables } from './ai-sdk.jsx'
import { connect as mcp } from './mcp.js'
import { connect as sse } from './sse.js'
import { connect as websocket } from './websocket.js'

const origin = new URLSearchParams(location.search).get('agent')
const make = (connect) => {
  const runtime = createRuntime()
  connect?.(runtime, origin)
  return runtime
}
const carriers = { sse: make(sse), websocket: make(websocket), 'ag-ui': make(agUi), mcp: make(mcp) }
const chatRuntime = make()

function Chat() {
  const { sendMessage } = useTables(chatRuntime, origin)
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (asked) sendMessage({ text: 'tables' })
  }, [asked])
  return (
    <section aria-label="ai-sdk">
      {asked || <button type="button" onClick={() => setAsked(true)}>Ask</button>}
      <SurfaceList runtime={chatRuntime} />
    </section>
  )
}

createRoot(document.getElementById('root')).render(
  <>
    {Object.entries(carriers).map(([name, runtime]) => (
      <section key={name} aria-label={name}>
        <SurfaceList runtime={runtime} />
      </section>
    ))}
    <Chat />
  </>,
)
`

export async function adoptCarriers({ temp, tarball, browser, check }) {
  const app = join(temp, 'carriers')
  mkdirSync(app)
  write(app, {
    'package.json': JSON.stringify({ name: 'host', private: true, type: 'module' }),
    'index.html': html({ script: '/host.jsx', type: 'type="module"' }),
    'vite.config.js': "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n",
    'host.jsx': program,
    ...glues,
  })
  await check('what a host writes is at most six lines each', async () => {
    for (const [file, text] of Object.entries(glues)) {
      const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('import '))
      if (lines.length > 6) throw new Error(`${file} has ${lines.length} lines`)
    }
  })
  const others = [...packages, '@ag-ui/client@1', '@modelcontextprotocol/sdk@1', 'zod']
  await install(app, ['vite', '@vitejs/plugin-react', 'react@19', 'react-dom@19', ...others, tarball])
  await check('builds', () =>
    mustRun(join(app, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], { cwd: app }),
  )
  const script = join(await buildServers({ withModel: false }), 'carriers.js')
  const server = createDemoProcess(
    script,
    { port: await freePort() },
    { onReady: () => undefined, onCrash: console.error },
  )
  try {
    await server.ready
    const origin = await server.listening
    await serving(join(app, 'dist'), {}, (address) =>
      usePage(browser, `${address}?agent=${encodeURIComponent(origin)}`, check),
    )
  } finally {
    await server.end()
  }
  await checkManyAnswers({ app, browser, check })
}

async function usePage(browser, url, check) {
  const page = await browser.newPage()
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Ask' }).click()
    for (const file of Object.keys(glues)) {
      const name = file.replace(/\.jsx?$/, '')
      await check(`${name}: draws, takes what is typed, sends the action, draws the answer`, async () => {
        const section = page.getByRole('region', { name })
        await section.getByLabel('Name').fill('Ada')
        await section.getByRole('button', { name: 'Book' }).click()
        await section.getByText('Booked: a table by the window, for Ada.').waitFor({ timeout: 15_000 })
      })
    }
  } finally {
    await page.close()
  }
}
