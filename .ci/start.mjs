// `npm start`: the demo, from a fresh clone, in one command. It starts the shop, the agent that shops there, an agent that is
// reached by five carriers, and the pages: four processes of Node, which end together.
//   PORT          which port the pages try first, 4170 by default; agent, shop and carriers try the three after it
//   DEMO_DATA     folder of what is kept between two starts, `.data` by default
//   --sign-in     after `--`: the agent wants a sign-in, and an authorization server runs beside it
//   DATABASE_URL  a PostgreSQL server for the shop, in place of that folder
//   MODEL_URL, MODEL_NAME, MODEL_KEY  the agent asks a model, see demo/README.md; without MODEL_URL it needs none
import { join, resolve } from 'node:path'
import { minute, node, root } from './tools.mjs'

if (!node(join(root, '.ci/setup.mjs'), [], { timeout: 10 * minute })) process.exit(1)

// Only now: before the setup there may be no Vite.
const { buildPages, buildServers } = await import('./demo-build.mjs')
const { createDemoProcess } = await import('./demo-process.mjs')
const { servePages } = await import('./demo-pages.mjs')

const port = Number(process.env.PORT || 4170)
if (!Number.isInteger(port) || port < 1 || port > 65_000) {
  console.error(`PORT is a number from 1 to 65000, not “${process.env.PORT}”.`)
  process.exit(1)
}
/** What has to end, the newest first. */
const open = []
let ending = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
endWithNpm()

try {
  await start()
} catch (error) {
  console.error(error.message)
  await end(1)
}

async function start() {
  const servers = await buildServers({ withModel: Boolean(process.env.MODEL_URL) })
  const data = resolve(root, process.env.DEMO_DATA || '.data')
  const business = begin('business', join(servers, 'business.js'), { port: port + 2, waits: true, data })
  // The agent needs the shop's address, not yet its answers. A new store takes the shop seconds, in which requests wait.
  const login = process.argv.includes('--sign-in')
    ? begin('login', join(servers, 'login.js'), { port: port + 4 })
    : undefined
  const agent = business.listening.then(async (shop) => {
    const issuer = await login?.listening
    return begin('agent', join(servers, 'agent.js'), { port: port + 1, shop, data, ...(issuer && { login: issuer }) })
  })
  const carriers = begin('carriers', join(servers, 'carriers.js'), { port: port + 3 })
  await Promise.all([
    business.ready,
    agent.then(({ ready }) => ready),
    carriers.ready,
    login?.ready,
    showPages(agent, business, carriers, login),
  ])
}

async function showPages(agent, business, carriers, login) {
  const [pages, { ready, listening }] = await Promise.all([buildPages().finally(business.go), agent])
  await ready
  if (ending) return
  const issuer = await login?.listening
  const services = {
    agent: await listening,
    shop: await business.listening,
    carriers: await carriers.listening,
    ...(issuer && { login: issuer }),
    // The page of the model asks it through the agent.
    ...(process.env.MODEL_URL && { model: process.env.MODEL_NAME }),
  }
  const web = await servePages(pages, port, services)
  open.unshift(web.close)
  say('web', web.address, `open this; Ctrl-C ends all ${login ? 'five' : 'four'}`)
}

function begin(name, script, settings) {
  const started = createDemoProcess(script, settings, {
    onReady: (origin, note) => say(name, `${origin}/`, note),
    onCrash: (sentence) => console.log(`  ${name.padEnd(9)} ${sentence}`),
  })
  open.unshift(started.end)
  return started
}

function say(name, address, note) {
  console.log(`  ${name.padEnd(9)} ${address.padEnd(24)} ${note}`)
}

async function end(code) {
  // Somebody is impatient. The other processes end by themselves when this one has.
  if (ending) process.exit(code || 1)
  ending = true
  await Promise.all(open.map((close) => close()))
  process.exit(code)
}

/** npm runs this in a shell. When npm is ended from outside, that shell goes and says nothing to us. */
function endWithNpm() {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && end(0), 1000).unref()
}
