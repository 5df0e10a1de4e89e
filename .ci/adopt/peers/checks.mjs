// How the programs here check and report: one result for each check, in a file that the adoption reads.
import { writeFileSync } from 'node:fs'
import { serve } from 'srvx/node'

const results = []

/** Milliseconds after which a check counts as hanging. */
const longest = 30_000

export async function check(name, task) {
  results.push({ name, ...(await outcomeOf(task)) })
}

/**
 * A check that fails because of the peer. `fault`: why, in words. `says`: what the check fails with. It passes as long as it
 * fails in this way, and fails when the peer has mended the fault.
 */
export async function checkFault(name, { fault, says }, task) {
  const { error } = await outcomeOf(task)
  const label = `${name}: not with this peer, because ${fault}`
  if (error === undefined) results.push({ name: label, error: 'The peer has mended this: make it a plain check.' })
  else if (says.test(error)) results.push({ name: label })
  else results.push({ name: label, error: `It fails in another way: ${error}` })
}

async function outcomeOf(task) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end in ${longest} ms`)), longest)
  })
  try {
    await Promise.race([task(), late])
    return {}
  } catch (error) {
    return { error: String(error?.stack ?? error) }
  } finally {
    clearTimeout(timer)
  }
}

/** Ends the program: servers and streams of the peers may still be open. */
export function finish() {
  writeFileSync(process.argv[2], JSON.stringify(results))
  process.exit(0)
}

/** The origin of a web-standard handler on loopback. */
export async function served(fetch) {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true })
  await server.ready()
  return new URL(server.url).origin
}

export async function listOf(stream) {
  const items = []
  for await (const item of stream) items.push(item)
  return items
}
