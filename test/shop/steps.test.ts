// The conversation of the demo, step by step over real HTTP, with the library's own client at one end.
import { createRuntime, type SurfaceError } from 'surface-runtime'
import { connectAgent, connectSurfaces } from 'surface-runtime/agent'
import { expect, it } from 'vitest'
import { openShopDemo } from '../support/shop-demo.ts'

it('[SH-1] a search streams cards from a real shop', async () => {
  const demo = await openShopDemo()
  const faults: SurfaceError[] = []
  const runtime = createRuntime({ onError: (error) => faults.push(error) })
  const agent = await connectAgent(demo.agent.origin, { allowInsecureLoopback: true })
  const conversation = connectSurfaces(agent, runtime)
  await conversation.send('running shoes under 150')
  await expect.poll(() => conversation.state.getSnapshot()).toBe('done')
  expect(faults).toEqual([])
  expect(runtime.surface('results')?.data.get('/items')).toHaveLength(10)
  expect(demo.shop.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /.well-known/commerce',
    'POST /commerce/v1/catalog/search',
  ])
  conversation.dispose()
  await demo.close()
})
