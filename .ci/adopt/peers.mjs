// The package beside public packages that speak its protocols, in both roles: their clients ask its servers, and its clients ask theirs.
// Each program of `peers/` runs in the app for one of them. What a peer cannot do is a check, too: it tells when the peer can.
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minute, root } from '../tools.mjs'
import { install, mustRun, write } from './run.mjs'

/** The program, and the package that it plays with. */
const peers = {
  'agent-sdk': 'a2a-sdk-1',
  'agent-sdk-0-3': 'a2a-sdk-0.3',
  mastra: '@mastra/core',
  'ai-provider': 'a2a-ai-provider',
  'commerce-sdk': '@ucp-js/sdk',
}

/** Of the versions that the programs know. New ones of the same line are taken as they come. */
const packages = [
  ...['a2a-sdk-1@npm:@a2a-js/sdk@1', 'a2a-sdk-0.3@npm:@a2a-js/sdk@0.3', 'express@5', 'srvx@1'],
  ...['@mastra/core@1', '@mastra/hono@1', 'hono@4', 'zod@4'],
  ...['a2a-ai-provider@^0.5.0-alpha.1', 'ai@6', '@ucp-js/sdk@0.1'],
]

export async function adoptPeers({ temp, tarball, check }) {
  const app = join(temp, 'peers')
  mkdirSync(app)
  write(app, { 'package.json': JSON.stringify({ name: 'host', private: true, type: 'module' }) })
  cpSync(join(root, '.ci/adopt/peers'), join(app, 'programs'), { recursive: true })
  await install(app, [...packages, tarball])
  for (const [program, name] of Object.entries(peers)) {
    const peer = JSON.parse(readFileSync(join(app, 'node_modules', name, 'package.json'), 'utf8'))
    const label = `${peer.name} ${peer.version}`
    let results = []
    await check(`${label}: runs`, async () => {
      results = await resultsOf(program, app)
    })
    for (const result of results) {
      await check(`${label}: ${result.name}`, async () => {
        if (result.error !== undefined) throw new Error(result.error)
      })
    }
  }
}

/** A process of its own for each: peers write to the console, and a fault of one should not end the others. */
async function resultsOf(program, app) {
  const file = join(app, `${program}.json`)
  await mustRun(process.execPath, [join(app, 'programs', `${program}.mjs`), file], { cwd: app, timeout: 3 * minute })
  return JSON.parse(readFileSync(file, 'utf8'))
}
