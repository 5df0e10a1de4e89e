// A NATS server with JetStream of this machine's own packages (Debian: `apt-get install nats-server`), in a temporary folder.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './tools.mjs'

export const noNats = 'No NATS server here. Install one: apt-get install nats-server'

export function findNats() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/bin']
  return folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))
}

/** Undefined where there is no program for one. */
export async function startNats() {
  const program = findNats()
  if (!program) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'nats-'))
  const port = await freePort()
  let child
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)

  async function start() {
    child = spawn(program, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function halt(signal) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  await start()
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    /** Ends it as a crash does, or (`fast`) as an administrator does, and starts it again. */
    async restart(mode = 'immediate') {
      await halt(mode === 'fast' ? 'SIGTERM' : 'SIGKILL')
      await start()
    },
    stop() {
      process.off('exit', kill)
      kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
