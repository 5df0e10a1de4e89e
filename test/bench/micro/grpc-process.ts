/** The agents of `grpc.ts`, one a process: ours, and that of the public SDK on `@grpc/grpc-js`. Both do the same work. */
import type { AddressInfo } from 'node:net'
import { AgentCard, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk'
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { A2AService, grpcService, UserBuilder } from '@a2a-js/sdk/server/grpc'
import { Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js'
import { createGrpcServer } from '../../../src/agent/server/grpc/index.ts'
import { createAgentServer, type Yielded } from '../../../src/agent/server/index.ts'

export interface GrpcUse {
  /** Bytes, after a collection of garbage. */
  readonly memory: number
  /** Events that the agent has sent since it began. */
  readonly sent: number
}

export type GrpcOrder = 'use' | 'go'

let go: () => void = () => undefined
let sent = 0

/**
 * Texts of a task's events, given when the parent says so, in a pace that lets other work have its turn. Each takes the place of the
 * one before: the SDK copies a list that grows, which took it 10 s for 2,000 events.
 */
async function* textsOf(text: string): AsyncGenerator<string> {
  const [count = 0, bytes = 0] = text.split(' ').map(Number)
  if (count === 0) return
  await new Promise<void>((resolve) => (go = resolve))
  for (let number = 0; number < count; number++) {
    if (number % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    sent++
    yield `chunk ${number} `.padEnd(bytes, '.')
  }
}

async function serveOurs(): Promise<number> {
  const agent = createAgentServer({
    card: { name: 'Bench', supportedInterfaces: [{ url: '/', protocolBinding: 'GRPC', protocolVersion: '1.0' }] },
    async *execute({ text }): AsyncGenerator<Yielded> {
      yield { status: 'working' }
      for await (const chunk of textsOf(text))
        yield { artifact: { artifactId: 'artifact-1', parts: [{ text: chunk }] } }
      yield { status: 'completed', text: 'Done.' }
    },
  })
  const server = createGrpcServer(agent)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function serveSdk(): Promise<number> {
  const card = AgentCard.fromJSON({
    ...{ name: 'Bench', description: '', version: '1', skills: [], capabilities: { streaming: true } },
    supportedInterfaces: [{ url: '127.0.0.1:1', protocolBinding: 'GRPC', protocolVersion: '1.0' }],
  })
  const executor: AgentExecutor = {
    async execute({ taskId, contextId, userMessage }, bus) {
      const content = userMessage.parts[0]?.content
      const text = content?.$case === 'text' ? content.value : ''
      const status = (state: string, more: object = {}) =>
        AgentEvent.statusUpdate(
          TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: { state: `TASK_STATE_${state}`, ...more } }),
        )
      const task = { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' }, history: [userMessage] }
      bus.publish(AgentEvent.task(Task.fromJSON(task)))
      for await (const chunk of textsOf(text)) {
        const artifact = { artifactId: 'artifact-1', parts: [{ text: chunk }] }
        bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, artifact })))
      }
      const message = { messageId: 'done', role: 'ROLE_AGENT', parts: [{ text: 'Done.' }] }
      bus.publish(status('COMPLETED', { message }))
      bus.finished()
    },
    async cancelTask() {},
  }
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
  const server = new Server()
  const service = grpcService({ requestHandler, userBuilder: UserBuilder.noAuthentication })
  server.addService(A2AService, service as UntypedServiceImplementation)
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    )
  })
}

function use(): GrpcUse {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return { memory: heapUsed + external, sent }
}

process.on('message', (order: GrpcOrder) => {
  if (order === 'go') go()
  else process.send?.(use())
})

process.send?.(await (process.argv[2] === 'ours' ? serveOurs() : serveSdk()))
