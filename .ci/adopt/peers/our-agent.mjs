// An agent of this package, for the clients of others. The first word of a message chooses what it does.
import { createAgentServer } from 'surface-runtime/agent/server'
import { v03 } from 'surface-runtime/agent/v0-3'
import { served } from './checks.mjs'

export const greeting = 'Hello from the agent.'
export const question = 'Which day?'
export const words = ['one ', 'two ', 'three']

/** The origin of the agent. It speaks 1.0 in both bindings, and 0.3. */
export async function serveOurAgent() {
  const supportedInterfaces = [
    { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  ]
  return served(createAgentServer({ card: { name: 'Counter', supportedInterfaces }, legacy: v03(), execute }))
}

async function* execute({ text, signal }) {
  // Some clients put the role before what the user said.
  const wish = text.replace(/^user: /, '')
  if (wish.startsWith('count')) {
    for (const word of words) yield { text: word }
  } else if (wish.startsWith('wait')) {
    yield { status: 'working', text: 'This takes long.' }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  } else if (wish.startsWith('ask')) {
    yield { status: 'input-required', text: question }
  } else if (wish.startsWith('file')) {
    yield { artifact: { parts: [{ raw: btoa('three small words'), mediaType: 'text/plain' }] } }
  } else yield { message: greeting }
}
