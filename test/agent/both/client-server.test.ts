// The library's client against the library's server, in every binding and text of the protocol.
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/index.ts'
import { listOf } from '../../support/list-of.ts'
import { connectGrpc, serveGrpc } from '../grpc/setup.ts'
import { conformanceAgent } from '../server/conformance-agent.ts'
import { serve } from '../server/http-calls.ts'

const formats = ['both', 'document', 'public'] as const
const interfaces = [
  { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  { url: '/', protocolBinding: 'GRPC', protocolVersion: '1.0' },
]
const say = (text: string, more: object = {}) => ({ message: { parts: [{ text }], ...more } })

describe.each(interfaces)('$protocolBinding', (one) => {
  describe.each(formats)('%s', async (wireFormat) => {
    const card = { name: 'Conformance agent', supportedInterfaces: [one] }
    const authenticate = (): string => 'ann'
    const handle = conformanceAgent({ card, extendedCard: card, authenticate, allowPrivatePushTargets: true })
    const agent =
      one.protocolBinding === 'GRPC'
        ? await connectGrpc(await serveGrpc(handle), { wireFormat })
        : await connectAgent(await serve(handle), { wireFormat, allowInsecureLoopback: true })

    it('[AS-1] every operation has its result', async () => {
      expect(await agent.sendMessage(say('message'))).toMatchObject({ parts: [{ text: 'No task is needed.' }] })
      const asked = await agent.sendMessage(say('ask'))
      if (!('status' in asked)) throw new Error('no task')
      const done = await agent.sendMessage(say('Friday', { taskId: asked.id, contextId: asked.contextId }))
      expect(done).toMatchObject({ id: asked.id, status: { state: 'TASK_STATE_COMPLETED' } })
      expect(await agent.getTask({ id: asked.id, historyLength: 1 })).toMatchObject({ history: [{}] })
      const events = await listOf(agent.streamMessage(say('chunks')))
      expect(events.map(({ kind }) => kind)).toEqual(['task', ...Array<string>(5).fill('artifact'), 'status'])
      expect(await listOf(agent.allTasks({ limit: 1 }))).toHaveLength(2)
      const running = await agent.sendMessage({ ...say('wait'), configuration: { returnImmediately: true } })
      if (!('status' in running)) throw new Error('no task')
      const { id: taskId } = running
      const { configId = '' } = await agent.createPushConfig({ taskId, url: 'http://127.0.0.1:9/hook' })
      expect(await agent.getPushConfig({ taskId, configId })).toMatchObject({ taskId, configId })
      expect((await agent.listPushConfigs({ taskId })).configs).toHaveLength(1)
      await agent.deletePushConfig({ taskId, configId })
      const stream = listOf(agent.subscribe({ id: taskId }))
      await agent.getTask({ id: taskId })
      expect((await agent.cancelTask({ id: taskId })).status.state).toBe('TASK_STATE_CANCELED')
      expect((await stream).at(-1)).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } })
      expect((await agent.extendedCard()).name).toBe('Conformance agent')
    })

    it('[AS-3] errors have their code', async () => {
      const codeOf = (failing: Promise<unknown>) => failing.catch((error: { code: string }) => error.code)
      const done = await agent.sendMessage(say('complete'))
      if (!('status' in done)) throw new Error('no task')
      expect(await codeOf(agent.getTask({ id: 'none' }))).toBe('TASK_NOT_FOUND')
      expect(await codeOf(agent.cancelTask({ id: done.id }))).toBe('TASK_NOT_CANCELABLE')
      // The server refuses a stream of a task that is over, and the client reads the task instead.
      expect(await listOf(agent.subscribe({ id: done.id }))).toMatchObject([{ kind: 'task', task: done }])
      expect(await codeOf(agent.listTasks({ cursor: 'none' }))).toBe('INVALID_PARAMS')
      const video = { parts: [{ raw: 'aaaa', mediaType: 'video/mp4' }] }
      expect(await codeOf(agent.sendMessage({ message: video }))).toBe('CONTENT_TYPE_NOT_SUPPORTED')
    })
  })
})
