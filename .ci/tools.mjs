// How the scripts here start other programs. Imports only what Node brings: the setup uses it too.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { packageFolder, root } from './node-packages.mjs'

export { root }

export const minute = 60_000

/** The script behind a package's command, to be run by this Node: no shell, no .cmd files, no npx. */
export function tool(packageName, command = packageName) {
  const home = packageFolder(packageName)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return join(home, typeof bin === 'string' ? bin : bin[command])
}

/** Runs a program and says whether it ended well; a hanging one is ended after `timeout` milliseconds. */
export function run(program, args, options = {}) {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', timeout: 8 * minute, ...options }).status === 0
}

/** Runs a script with this Node. */
export function node(script, args = [], options = {}) {
  return run(process.execPath, [script, ...args], options)
}

/**
 * Runs a script beside others: resolves with whether it ended well, and with what it wrote. `live`: whole lines are written
 * here too as they come.
 */
export function nodeBeside(script, args = [], { live = false, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio, timeout: 8 * minute, ...options })
    const texts = []
    for (const stream of [child.stdout, child.stderr]) {
      let line = ''
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        texts.push(text)
        const lines = `${line}${text}`.split('\n')
        line = lines.pop()
        if (live && lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
      })
      stream.on('end', () => live && line !== '' && process.stdout.write(`${line}\n`))
    }
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (code) => resolve({ ok: code === 0, output: texts.join('') }))
  })
}

/** The very npm that started us when there is one: then a second, older one on the PATH does no harm. */
export function npm(args, options = {}) {
  const self = process.env.npm_execpath
  if (self?.endsWith('npm-cli.js')) return node(self, args, options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/** Two clones may be tested at once on one machine, so no port is ours by right. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
