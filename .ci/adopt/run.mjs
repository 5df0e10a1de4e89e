// Other people's programs: run to their end, or kept running while a page is looked at.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { minute } from '../tools.mjs'

/** Telemetry and colours off: what is printed is for our own report. */
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', CI: '1' }

/** Runs a program to its end. `output` is all that it printed. */
export function run(program, args, { timeout = 5 * minute, ...options } = {}) {
  return new Promise((resolve) => {
    const { child, printed } = start(program, args, options)
    const timer = setTimeout(() => stop(child), timeout)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ ok: code === 0, output: printed() })
    })
  })
}

/** As `run`; throws with the end of what was printed where the program fails. */
export async function mustRun(program, args, options) {
  const { ok, output } = await run(program, args, options)
  if (!ok) throw new Error(`${[program, ...args].join(' ')} failed:\n${output.slice(-3000)}`)
  return output
}

/** Keeps a server running while `use` goes on; `url` answers by then. */
export async function withServer(program, args, { url, ...options }, use) {
  const { child, printed } = start(program, args, options)
  try {
    await answering(url, child, printed)
    return await use()
  } finally {
    await stop(child)
  }
}

/** Installs into a folder. The packages of the host come from the registry, ours from the tarball. */
export function install(cwd, packages) {
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  return mustRun('npm', ['install', ...flags, ...packages], { cwd })
}

/** Writes files by their paths below a folder, and makes the folders. */
export function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** In a process group of its own, because some programs start others that outlive them. */
function start(program, args, options) {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let text = ''
  const collect = (chunk) => {
    text += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.on('error', (error) => collect(error.message))
  return { child, printed: () => text }
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return undefined
  return new Promise((resolve) => {
    child.on('close', resolve)
    process.kill(-child.pid, 'SIGKILL')
  })
}

async function answering(url, child, printed) {
  for (let left = 120; left > 0; left--) {
    if (child.exitCode !== null) break
    const answer = await fetch(url).catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`${url} does not answer:\n${printed().slice(-3000)}`)
}
