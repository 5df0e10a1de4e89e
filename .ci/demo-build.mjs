// What `npm start` serves is built before, and again only after a change: a built page loads in a fraction of the time, and
// Node of the versions that we support runs no TypeScript.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './tools.mjs'

const cache = join(root, 'node_modules/.cache/demo')

/** What a build is made of. */
const sources = ['src', 'demo', 'catalogs', 'vite.config.ts', 'package-lock.json']

/** Builds that stay, of each kind: another demo may run from one of them. */
const kept = 3

const hash = hashOf(sources)

/** The folder with the pages. */
export const buildPages = () => buildOnce('pages', { mode: 'start' })

/**
 * The folder with `agent.js` and `business.js`.
 *
 * @param withModel The agent asks a model. Its catalogs take a second to compile, which others need not wait for.
 */
export function buildServers({ withModel }) {
  if (!withModel) return buildOnce('servers', { mode: 'servers' })
  return buildOnce('model-servers', { mode: 'servers', input: { agent: join(root, 'demo/servers/model-agent.ts') } })
}

async function buildOnce(kind, { mode, input }) {
  const folder = join(cache, `${kind}-${hash}`)
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date())
    return folder
  }
  // Two demos may build at once, and a build may be broken off: it has its name when it is whole.
  const temporary = `${folder}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  try {
    await build({
      configFile: join(root, 'vite.config.ts'),
      ...{ mode, logLevel: 'error' },
      build: {
        ...{ outDir: temporary, reportCompressedSize: false },
        // How long plugins took on a busy machine is nothing for a user.
        rolldownOptions: { ...(input && { input }), checks: { bundlerTimings: false } },
      },
    })
    renameSync(temporary, folder)
  } catch (error) {
    // The other one was faster.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  removeOld(kind)
  return folder
}

function removeOld(kind) {
  const age = (name) => statSync(join(cache, name)).mtimeMs
  // With what a broken-off build has left.
  const builds = readdirSync(cache).filter((name) => new RegExp(`^${kind}-[0-9a-f.]+$`).test(name))
  for (const name of builds.sort((a, b) => age(b) - age(a)).slice(kept))
    rmSync(join(cache, name), { recursive: true, force: true })
}

/** Names, times and sizes of all files: a few milliseconds. */
function hashOf(paths) {
  const sum = createHash('sha256').update(process.version)
  const add = (path) => {
    const { mtimeMs, size } = statSync(path)
    sum.update(`${path}\n${mtimeMs}\n${size}\n`)
  }
  for (const path of paths.map((name) => join(root, name))) {
    if (!statSync(path).isDirectory()) add(path)
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) add(join(entry.parentPath ?? entry.path, entry.name))
  }
  return sum.digest('hex').slice(0, 16)
}
