// What a business bears: `npm run bench -- --only commerce`. Parts: commerce-load, commerce-retries, commerce-kills.
// The store is embedded, in a folder; with DATABASE_URL load and retries run against that server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from './commerce/client.mjs'
import { runKills } from './commerce/kills.mjs'
import { runLoad } from './commerce/load.mjs'
import { buildServer, startPlatform, startServer } from './commerce/process.mjs'
import { runRetries } from './commerce/retries.mjs'

const parts = ['commerce-load', 'commerce-retries', 'commerce-kills']

/** Gives how many parts ran, and what failed. */
export async function measureCommerce({ wanted, quick }) {
  const chosen = parts.filter(wanted)
  if (chosen.length === 0) return { measured: 0, failures: [] }
  await buildServer()
  const platform = await startPlatform()
  const folder = mkdtempSync(join(tmpdir(), 'commerce-'))
  const failures = []
  const has = (name) => chosen.includes(`commerce-${name}`)
  console.log('\n## Commerce: a business with its store in PostgreSQL\n')
  try {
    if (has('load') || has('retries')) {
      const server = await startServer(join(folder, 'load'), true)
      const told = []
      if (has('load')) told.push(...(await load(server, platform.address, quick)))
      if (has('retries')) told.push(...(await retries(server, platform.address, quick)))
      failures.push(...told)
      await server.stop()
    }
    if (has('kills')) {
      const result = await runKills(join(folder, 'kills'), platform.address, { kills: quick ? 3 : 100 })
      console.log(
        `- Killed ${result.kills} times while carts were made: ${result.keys} keys sent, ${result.lost} answers lost, ${verdict(result)}`,
      )
      failures.push(...result.failures.map((failure) => `commerce-kills: ${failure}`))
    }
  } finally {
    platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { measured: chosen.length, failures }
}

async function load(server, profile, quick) {
  const client = createClient(server.origin, profile)
  const before = await server.cpu()
  const result = await runLoad(client, { rate: 200, seconds: quick ? 5 : 30 })
  const perRequest = ((await server.cpu()) - before) / result.requests
  client.close()
  const at = (share) =>
    `${result.latencies[Math.min(result.requests - 1, Math.floor(result.requests * share))].toFixed(1)} ms`
  console.log(
    `- ${result.requests} mixed requests, 200 in a second, took ${(result.taken / 1000).toFixed(1)} s: ${verdict(result)}; ` +
      `latency 50 %: ${at(0.5)}, 90 %: ${at(0.9)}, 99 %: ${at(0.99)}, longest: ${at(1)}; ${perRequest.toFixed(1)} ms of processor time for each`,
  )
  return summary(result.failures).map((failure) => `commerce-load: ${failure}`)
}

async function retries(server, profile, quick) {
  const client = createClient(server.origin, profile, 256)
  const before = await server.cpu()
  const result = await runRetries(client, { requests: quick ? 1000 : 10_000, perKey: 5 })
  const perRequest = ((await server.cpu()) - before) / result.requests
  client.close()
  const taken = `${(result.taken / 1000).toFixed(1)} s`
  console.log(
    `- ${result.requests} creations at once with ${result.keys} keys took ${taken}: ${verdict(result)}; ${perRequest.toFixed(1)} ms of processor time for each`,
  )
  return result.failures.map((failure) => `commerce-retries: ${failure}`)
}

/** Faults that are the same but for their digits count as one. */
function summary(failures) {
  const counts = new Map()
  for (const failure of failures) {
    const kind = failure.replace(/\d{3,}/g, '…')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${count} × ${kind}`)
}

function verdict({ failures }) {
  return failures.length === 0 ? 'no error' : `${failures.length} errors`
}
