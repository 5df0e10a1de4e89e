// A card that lacks nothing, as one that is signed must.
import type { AgentCard } from '../../../src/agent/index.ts'

export const wholeCard: AgentCard = {
  name: 'Signed',
  description: 'A card.',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://agent.example/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'Does it.', tags: ['t'] }],
}
