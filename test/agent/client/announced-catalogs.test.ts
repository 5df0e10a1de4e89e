// What a conversation tells its agent of the client's catalogs.
import { expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { connectSurfaces } from '../../../src/agent/client/conversation.ts'
import { inlineCatalog } from '../../../src/entries/core.ts'
import travel from '../../catalog/travel.json'
import { record } from '../../support/recorder.ts'
import { agentSays, type Json, serve } from './fake-agent.ts'

it.each(['v0.8', 'v0.9'])('[CI-3] a conversation announces what its host says, in %s', async (version) => {
  const fake = await serve(
    'HTTP+JSON',
    ({ stream }) => {
      const opened = stream()
      opened.event({ message: { ...agentSays('x'), contextId: 'context-1' } })
      opened.end()
    },
    { extensions: [{ uri: `https://a2ui.org/a2a-extension/a2ui/${version}` }] },
  )
  const agent = await connectAgent(fake.origin, { allowInsecureLoopback: true })
  const { runtime } = record()
  const announced = { announce: 'all', inlineCatalogs: [inlineCatalog(travel, version as 'v0.8')] } as const
  await connectSurfaces(agent, runtime, { capabilities: announced }).send('one')
  await connectSurfaces(agent, runtime).send('two')
  const [one, two] = fake.exchanges.flatMap(({ params }) => {
    const message = params['message'] as Json | undefined
    const reported = (message?.['metadata'] as Json | undefined)?.['a2uiClientCapabilities'] as Json | undefined
    return reported ? [version === 'v0.8' ? reported : reported['v0.9']] : []
  })
  expect(one).toEqual(runtime.clientCapabilities(announced)[version as 'v0.8'])
  expect(one).toMatchObject({ inlineCatalogs: [{ catalogId: travel.catalogId }] })
  expect(two).toEqual(runtime.clientCapabilities()[version as 'v0.8'])
})
