// Agents as processes: built once, started as often as they are wanted, and killed, paused or ended. And a way to their
// database that can be cut.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { freePort, root } from '../../../.ci/tools.mjs'

const outDir = join(root, 'node_modules/.cache/fleet')

export async function buildAgents(names = ['agent']) {
  const input = Object.fromEntries(names.map((name) => [name, join(root, `test/soak/fleet/${name}.ts`)]))
  await build({
    configFile: false,
    ...{ logLevel: 'error', root, publicDir: false },
    build: { ssr: true, outDir, emptyOutDir: false, target: 'node20', minify: false, rolldownOptions: { input } },
  })
}

/** A process that is started again whenever it has ended, at the same port. */
export async function createMember(url, { lease, pause, name = 'agent', more = [], onMessage = () => undefined }) {
  const port = await freePort()
  let child
  let ready
  let restarting = Promise.resolve()
  void start()

  function start() {
    const args = [join(outDir, `${name}.js`), port, url, lease, pause, ...more].map(String)
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
    child.on('message', onMessage)
    const started = child
    ready = new Promise((resolve) => {
      started.stdout.once('data', resolve)
      started.once('exit', (code) => {
        // Some connection has its port for the moment.
        if (code === 1 && child === started) setTimeout(() => resolve(start()), 100)
        else resolve()
      })
    })
    return ready
  }

  async function end(signal) {
    // Somebody else may have ended it.
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    ready: () => ready,
    pid: () => child.pid,
    send: (message) => child.send(message),
    /** One after the other: two at once would leave two processes with one port. */
    restart(signal) {
      restarting = restarting.then(async () => {
        await ready
        await end(signal)
        await start()
      })
      return restarting
    },
    async pause(milliseconds) {
      const paused = child
      paused.kill('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      paused.kill('SIGCONT')
    },
    stop: () => end('SIGKILL'),
  }
}

/** A port that leads to another one. While it is cut, connections end, or (`silent`) say nothing. */
export async function createProxy(target) {
  const sockets = new Set()
  let cut = false
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(from)
      from.on('data', (data) => cut || to.write(data))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    if (cut === 'closed') client.destroy()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: server.address().port,
    async cut(milliseconds, silent) {
      cut = silent ? 'silent' : 'closed'
      if (!silent) for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      cut = false
      // What was said meanwhile is lost, so these connections are of no use.
      for (const socket of sockets) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
