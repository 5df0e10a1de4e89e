// Messages that the agent may not have, over real HTTP: each is done once, whatever was lost on the way.
import { createRuntime } from 'surface-runtime'
import { type Agent, connectAgent, connectSurfaces } from 'surface-runtime/agent'
import { expect, it, onTestFinished } from 'vitest'
import type { SavedChat } from '../../../demo/chat/chat-store.ts'
import { deliverKept, forgetUndelivered, keepUndelivered } from '../../../demo/chat/undelivered.ts'
import { openShopDemo, type ShopDemo } from '../../support/shop-demo.ts'
import { waitUntil } from '../../support/wait-until.ts'

function memory(): SavedChat {
  let fields: ReturnType<SavedChat['read']> = {
    ...{ tasks: [], draft: '', typed: {}, resent: [], undelivered: [], said: [] },
    ...{ updated: 0, answers: 0 },
  }
  return {
    read: () => fields,
    write: (changed) => {
      fields = { ...fields, ...changed }
    },
  }
}

async function open(): Promise<{ readonly demo: ShopDemo; readonly agent: Agent; readonly saved: SavedChat }> {
  const demo = await openShopDemo()
  onTestFinished(demo.close)
  const options = { allowInsecureLoopback: true, reconnect: { tries: 1, minDelay: 1, maxDelay: 1 } }
  return { demo, saved: memory(), agent: await connectAgent(demo.agent.origin, options) }
}

const searches = ({ shop }: ShopDemo): number => shop.requests.filter(({ path }) => path.endsWith('/search')).length

it('[CH-29] a message that never left goes out later, in the context of the conversation, and is followed', async () => {
  const { demo, agent, saved } = await open()
  const conversation = connectSurfaces(keepUndelivered(agent, createRuntime(), saved), createRuntime())
  await demo.agent.stop()
  await expect(conversation.send('amble')).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
  expect(saved.read()).toMatchObject({ tasks: [], undelivered: [{ parts: [{ text: 'amble' }] }] })
  // Nobody answers yet: it stays.
  await expect(deliverKept(agent, saved)).rejects.toMatchObject({ code: 'NETWORK_FAILED' })
  expect(saved.read().undelivered).toHaveLength(1)
  await demo.agent.start()
  await deliverKept(agent, saved)
  expect(saved.read()).toMatchObject({ tasks: [expect.any(String)], contextId: expect.any(String), undelivered: [] })
  const { contextId, tasks } = saved.read()
  const next = connectSurfaces(agent, createRuntime(), { contextId, tasks })
  await waitUntil(() => next.state.getSnapshot() === 'done' && next.messages.getSnapshot().length > 1)
  expect(next.messages.getSnapshot()[0]).toMatchObject({ role: 'ROLE_USER', parts: [{ text: 'amble' }] })
  expect(searches(demo)).toBe(1)
  for (const one of [conversation, next]) one.dispose()
})

it('[CH-29] a message that the agent had is not done twice', async () => {
  const { demo, agent, saved } = await open()
  const runtime = createRuntime()
  let kept: ReturnType<SavedChat['read']>['undelivered'] = []
  const noting: SavedChat = {
    ...saved,
    write(changed) {
      if (changed.undelivered?.length === 1) kept = changed.undelivered
      saved.write(changed)
    },
  }
  const conversation = connectSurfaces(keepUndelivered(agent, runtime, noting), runtime)
  await conversation.send('amble')
  expect(kept).toHaveLength(1)
  await waitUntil(() => conversation.state.getSnapshot() === 'done')
  expect(saved.read()).toMatchObject({ tasks: conversation.taskIds, undelivered: [] })
  // As if the page had been loaded again before the answer began.
  saved.write({ tasks: [], undelivered: kept, contextId: undefined })
  await deliverKept(agent, saved)
  expect(saved.read()).toMatchObject({ tasks: conversation.taskIds, undelivered: [] })
  expect(searches(demo)).toBe(1)
  conversation.dispose()
})

it('[CH-29] what the agent refuses is not kept, nor what was given up', async () => {
  const { agent, saved } = await open()
  saved.write({ undelivered: [{ messageId: 'm'.repeat(20), parts: [{ text: 'x' }], taskId: 'no-such-task' }] })
  await deliverKept(agent, saved)
  expect(saved.read()).toMatchObject({ tasks: [], undelivered: [] })
  saved.write({ undelivered: [{ parts: [{ text: 'x' }] }] })
  forgetUndelivered(saved)
  expect(saved.read().undelivered).toEqual([])
})
