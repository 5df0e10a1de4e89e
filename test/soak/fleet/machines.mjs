// "Several machines" on one: three processes of an agent, one database, and a proxy in front that knows nothing of tasks. The
// agent counts to the number that it is sent.
import { createServer, request as send } from 'node:http'
import { buildAgents, createMember } from './process.mjs'

/**
 * @param url The database.
 * @param options `port`: of the proxy, default: a free one. `pause`: most milliseconds between two numbers. `onStep`: called with the
 *   process (0, 1 …) that has said a number, and the name of the run in which it did.
 */
export async function startMachines(
  url,
  { count = 3, port = 0, lease = 5_000, pause = 500, onStep = () => undefined } = {},
) {
  await buildAgents()
  const members = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      createMember(url, { lease, pause, onMessage: ({ run }) => onStep(index, run) }),
    ),
  )
  await Promise.all(members.map(({ ready }) => ready()))
  const proxy = createProxy(members.map(({ origin }) => origin))
  await new Promise((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${proxy.address().port}`,
    processes: members.map(({ origin, pid }) => ({ origin, pid: pid() })),
    /** Ends a process at once; it comes again at its port. */
    kill: (index) => members[index].restart('SIGKILL'),
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await Promise.all(members.map(({ stop }) => stop()))
    },
  }
}

/** Each request goes to the next process; where that does not answer, to the one after it. An answer that breaks off stays so. */
function createProxy(origins) {
  let turn = 0
  return createServer(async (incoming, outgoing) => {
    const chunks = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    for (let tried = 0; tried < origins.length; tried++) {
      const origin = origins[turn++ % origins.length]
      const answer = await ask(`${origin}${incoming.url}`, incoming, body, outgoing)
      if (!answer) continue
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.on('error', () => outgoing.destroy())
      answer.on('aborted', () => outgoing.destroy())
      answer.pipe(outgoing)
      return
    }
    outgoing.writeHead(502).end()
  })
}

/** The answer, or undefined where there is none. The process is left when the client leaves. */
function ask(address, { method, headers }, body, outgoing) {
  return new Promise((resolve) => {
    const asked = send(address, { method, headers }, resolve)
    asked.on('error', () => resolve(undefined))
    outgoing.on('close', () => asked.destroy())
    asked.end(body)
  })
}
