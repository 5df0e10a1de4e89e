// What agents really write: `npm run bench -- --only reality`. Each slip alone, and twos and threes.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { root } from '../../.ci/tools.mjs'
import { tableOfReality } from './report.mjs'

const peers = ['@a2ui/react', '@copilotkit/a2ui-renderer']

/** Gives how many rows were measured. */
export async function measureReality({ config, wanted, quick }) {
  if (!wanted('reality')) return 0
  await build({ ...config, mode: 'reality' })
  const built = pathToFileURL(join(root, 'node_modules/.cache/bench-reality/main.js')).href
  const { measureReality: measure } = await import(built)
  const rows = await measure(quick ? { every: 32, compositions: 100 } : { every: 4, compositions: 2_000 })
  console.log(`\n## What agents really write\n\n${tableOfReality(rows)}\n`)
  // Peers have no text of a surface without a page: their numbers come from the runner of the corpus.
  for (const name of peers)
    console.log(`- ${name}: ${isInstalled(name) ? 'installed, played by its own runner' : 'not installed'}`)
  return rows.length
}

function isInstalled(name) {
  try {
    createRequire(join(root, 'package.json')).resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}
