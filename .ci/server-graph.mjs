// Reads dist as a framework with server components does: modules that say 'use client' are left to the browser, and no
// other module may use what React lacks on the server. A page that is a server component can then import the package.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './tools.mjs'

const require = createRequire(import.meta.url)
const onServer = new Set(Object.keys(require(join(root, 'node_modules/react/react.react-server.js'))))

/** What is wrong, one text each: imports that do not exist on the server, by module. */
export function serverFaults(entries) {
  const seen = new Set()
  return entries.flatMap((entry) => faultsOf(join(root, 'dist', entry), seen))
}

/** How many modules of an entry are left to the browser. */
export function clientModules(entries) {
  const seen = new Set()
  for (const entry of entries) faultsOf(join(root, 'dist', entry), seen)
  return [...seen].filter((file) => isForClient(readFileSync(file, 'utf8')))
}

function faultsOf(file, seen) {
  if (seen.has(file)) return []
  seen.add(file)
  const code = readFileSync(file, 'utf8')
  if (isForClient(code)) return []
  return importsOf(code).flatMap(({ names, from }) => {
    if (from === 'react') return missingOnServer(file, names)
    return from.startsWith('.') ? faultsOf(join(dirname(file), from), seen) : []
  })
}

function isForClient(code) {
  return /^(["'])use client\1/.test(code)
}

/** As Rolldown writes them: one statement a line, and no default import of React. */
function importsOf(code) {
  const statements = code.matchAll(/^(?:import|export)\s*(?:([^;]*?)\s*from\s*)?["']([^"']+)["'];?$/gm)
  return [...statements].map(([, clause = '', from]) => ({ names: namesIn(clause), from }))
}

function namesIn(clause) {
  const [, list = ''] = /\{([^}]*)\}/.exec(clause) ?? []
  const names = list.split(',').map((name) => name.trim().split(/\s+as\s+/)[0])
  return names.filter((name) => name !== '')
}

function missingOnServer(file, names) {
  const missing = names.filter((name) => !onServer.has(name))
  return missing.length > 0 ? [`${file} imports ${missing.join(', ')} of react, and does not say 'use client'`] : []
}
