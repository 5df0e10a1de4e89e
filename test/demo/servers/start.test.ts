/** `npm start` as a user has it: four processes, one line for each, and nothing left of them afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRuntime } from 'surface-runtime'
import { connectAgent, connectSurfaces } from 'surface-runtime/agent'
import { grpc } from 'surface-runtime/agent/grpc'
import { connectBusiness } from 'surface-runtime/commerce'
import { memoryStore } from 'surface-runtime/commerce/business'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openStore } from '../../../demo/servers/open-store.ts'
import { lockFolder } from '../../../src/shared/postgres/database.ts'

const root = resolve(import.meta.dirname, '../../..')
const data = mkdtempSync(join(tmpdir(), 'surface-runtime-start-'))
const running = new Set<ChildProcess>()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcess
  /** Name of a process → its address. */
  readonly addresses: Readonly<Record<string, string>>
  readonly output: () => string
  readonly exit: Promise<number | null>
}

/** Resolves when the four lines are there. */
async function start(port: number): Promise<Started> {
  // What the tests run under is not what a user has.
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|npm_|DATABASE_URL)/.test(name))
  const env = { ...Object.fromEntries(own), PORT: String(port), DEMO_DATA: data }
  const child = spawn(process.execPath, ['.ci/start.mjs'], { cwd: root, env })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exit = new Promise<number | null>((done) =>
    child.on('exit', (code) => {
      running.delete(child)
      done(code)
    }),
  )
  const lines = () => [...output.matchAll(/^ {2}(\w+) +(http:\S+)\/ +\S/gm)]
  await until(
    () => lines().length === 4 || child.exitCode !== null,
    () => output,
  )
  const addresses = Object.fromEntries(lines().map(([, name, address]) => [name ?? '', address ?? '']))
  expect(Object.keys(addresses).sort(), output).toEqual(['agent', 'business', 'carriers', 'web'])
  return { child, addresses, output: () => output, exit }
}

async function until(done: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + 250_000
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`It did not happen in time: ${what()}`)
    await new Promise((next) => setTimeout(next, 25))
  }
}

/** Whether somebody takes connections there. */
function answers(address: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('connect', () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function allClosed({ addresses, output }: Started): Promise<void> {
  for (const address of Object.values(addresses)) await until(async () => !(await answers(address)), output)
}

/** Resolves to a server on a port that was free; three above it are most likely free as well. */
function blockPort(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer()
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done({ server, port: (server.address() as { readonly port: number }).port }))
  })
}

const shopOf = ({ addresses: { agent, business } }: Started) =>
  connectBusiness(business ?? '', {
    profile: `${agent}/profile.json`,
    allowInsecureLoopback: true,
    specOrigin: 'warn',
  })

const textAt = async (address: string): Promise<string> => (await fetch(address)).text()

test('page, agent and shop answer; a second start has the cart of the first; nothing is left of either', async () => {
  // The first port is taken: the pages move on.
  const { server, port } = await blockPort()
  const first = await start(port)
  const { web, agent: address } = first.addresses
  expect(web).not.toBe(`http://127.0.0.1:${port}`)
  expect(await textAt(`${web}/`)).toContain('<html')
  expect(JSON.parse(await textAt(`${web}/services.json`))).toEqual({
    agent: address,
    shop: expect.stringContaining('http://127.0.0.1:'),
    carriers: first.addresses['carriers'],
  })
  expect((await fetch(`${web}/nowhere.html`)).status).toBe(404)

  const runtime = createRuntime({ onError: (error) => expect.unreachable(error.message) })
  const agent = await connectAgent(address ?? '', { allowInsecureLoopback: true })
  const conversation = connectSurfaces(agent, runtime)
  await conversation.send('running shoes under 150')
  await until(
    () => conversation.state.getSnapshot() === 'done',
    () => conversation.state.getSnapshot(),
  )
  expect(runtime.surface('results')?.data.get('/items')).toHaveLength(10)
  conversation.dispose()
  // On the same port, where a client can speak it.
  const overGrpc = await connectAgent(address ?? '', { allowInsecureLoopback: true, bindings: [grpc()] })
  expect(overGrpc.interface.protocolBinding).toBe('GRPC')
  expect(agent.interface.protocolBinding).toBe('JSONRPC')
  const { tasks } = await overGrpc.listTasks({ includeArtifacts: true })
  expect(tasks).toMatchObject([{ status: { state: 'TASK_STATE_COMPLETED' } }])
  expect(await overGrpc.sendMessage({ message: { parts: [{ text: 'running shoes' }] } })).toMatchObject({
    status: { state: 'TASK_STATE_COMPLETED' },
  })

  const shop = await shopOf(first)
  const made = await shop.createCart({ line_items: [{ item: { id: 'var-001-1' }, quantity: 2 }] })
  if (made.kind === 'refused') throw new Error('the cart was refused')
  first.child.kill('SIGTERM')
  expect(await first.exit, first.output()).toBe(0)
  await allClosed(first)
  expect(existsSync(join(data, 'shop.lock'))).toBe(false)
  server.close()

  const second = await start(port)
  expect(second.addresses['web']).toBe(`http://127.0.0.1:${port}`)
  const kept = await (await shopOf(second)).getCart(made.cart.id)
  expect(kept.kind === 'refused' ? kept : kept.cart.line_items[0]?.quantity).toBe(2)
  await crash(second)
  // A parent that is killed tells nobody: the others see that it is gone.
  second.child.kill('SIGKILL')
  await second.exit
  await allClosed(second)
}, 600_000)

/** The shop is killed; it comes back at the same port, and the terminal says so. Where the system tells the processes. */
async function crash({ child, addresses, output }: Started): Promise<void> {
  const path = `/proc/${child.pid}/task/${child.pid}/children`
  if (!existsSync(path)) {
    console.log('skipped: this system does not tell the children of a process')
    return
  }
  const pids = readFileSync(path, 'utf8').trim().split(' ').map(Number)
  const pid = pids.find((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('business.js'))
  if (pid === undefined) throw new Error('there is no process of the shop')
  process.kill(pid, 'SIGKILL')
  await until(() => output().includes('It ended (SIGKILL). Starting it again.'), output)
  await until(() => output().split('  business  http').length === 3, output)
  expect(await textAt(`${addresses['business']}/.well-known/commerce`)).toContain('dev.commerce.shopping')
}

test('a folder that another demo has in use: the shop opens in memory, and says why', async () => {
  const unlock = lockFolder(join(data, 'taken', 'shop'))
  const { store, note } = await openStore({ data: join(data, 'taken') })
  unlock()
  expect(note).toMatch(/^carts in memory, lost at the end: The folder .* is in use by process \d+$/)
  expect(await store.cart('none')).toBeUndefined()
  expect(Object.keys(store)).toEqual(Object.keys(memoryStore([])))
})

test('a PostgreSQL server that was asked for and is not there is an error, and its password is not told', async () => {
  const opening = openStore({ data, databaseUrl: 'postgres://me:secret@127.0.0.1:9/shop' })
  const { message } = await opening.then(
    () => new Error('it opened'),
    (error: Error) => error,
  )
  expect(message).toMatch(/^The PostgreSQL server of DATABASE_URL cannot be used: /)
  expect(message).not.toContain('secret')
})
