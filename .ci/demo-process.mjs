// A process of the demo: started, watched, started again after a crash, ended.
import { fork } from 'node:child_process'
import { root } from './tools.mjs'

/** A process that crashes this often within a minute stays down. */
const mostCrashes = 3

/** Milliseconds until a process that does not end by itself is killed. */
const patience = 5000

/**
 * The script gets its settings as one argument, reports as `demo/servers/server-process.ts` does, and ends when the channel
 * is closed. After a crash it comes back at the same port, which others know by then.
 *
 * @returns `listening`: its origin. `ready`: resolves when it answers. Both reject where the first start fails.
 */
export function createDemoProcess(script, settings, { onReady, onCrash }) {
  let child
  let ending = false
  let crashes = []
  let origin
  const listening = deferred()
  const ready = deferred()

  function run(current) {
    let reason = ''
    // Its output is not ours to mix with, but for what goes wrong.
    child = fork(script, [JSON.stringify(current)], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (report) => {
      if (report.kind === 'failed') reason = report.reason
      if (report.kind === 'listening') {
        origin = report.origin
        listening.resolve(origin)
      }
      if (report.kind === 'ready') {
        ready.resolve()
        onReady(origin, report.note)
      }
    })
    child.on('exit', (code, signal) => !ending && crashed(reason || `It ended (${signal ?? code}).`))
  }

  function crashed(reason) {
    // What never ran would not run the second time.
    if (!ready.done) {
      listening.reject(new Error(reason))
      ready.reject(new Error(reason))
      return
    }
    crashes = [...crashes.filter((at) => at > Date.now() - 60_000), Date.now()]
    const again = crashes.length <= mostCrashes
    onCrash(
      `${reason} ${again ? 'Starting it again.' : `That was ${crashes.length} times in a minute: it stays down.`}`,
    )
    if (again) run({ ...settings, waits: false, port: Number(new URL(origin).port), exactly: true })
  }

  run(settings)
  return {
    listening: listening.promise,
    ready: ready.promise,
    /** Settings with `waits` make the process wait for this. */
    go: () => child.connected && child.send('go'),
    end() {
      ending = true
      return ended(child)
    },
  }
}

/** Closes the channel of a process, and kills the process where that does not end it. */
function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    child.once('exit', () => {
      clearTimeout(timer)
      done()
    })
    if (child.connected) child.disconnect()
  })
}

function deferred() {
  const made = { done: false }
  made.promise = new Promise((resolve, reject) => {
    made.resolve = (value) => {
      made.done = true
      resolve(value)
    }
    made.reject = reject
  })
  // Whoever waits is told; nobody may wait.
  made.promise.catch(() => undefined)
  return made
}
