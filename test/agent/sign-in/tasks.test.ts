// A task that waits for a sign-in: the agent asks, the user is shown what for, and the same object answers.
import { createRuntime } from 'surface-runtime/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectAgent, connectSurfaces } from '../../../src/agent/index.ts'
import { type SignInState, signIn } from '../../../src/agent/sign-in/index.ts'
import { defaultCatalogs } from '../../../src/entries/catalogs.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { signedAgent } from './signed-agent.ts'

async function waiting() {
  const there = await signedAgent('clientCredentials')
  const client = { issuer: there.issuer, clientId: 'machine', clientSecret: 'machine-secret-of-this-test' }
  const session = signIn({ allowInsecureLoopback: true, clients: [client] })
  const agent = await connectAgent(there.origin, { allowInsecureLoopback: true, credentials: session.credentials })
  const runtime = createRuntime({ catalogs: defaultCatalogs })
  const conversation = connectSurfaces(agent, runtime)
  const stop = session.watch(conversation)
  onTestFinished(() => {
    stop()
    conversation.dispose()
    runtime.dispose()
  })
  await conversation.send('ask')
  await waitUntil(() => session.state.getSnapshot().kind === 'task')
  const state = session.state.getSnapshot() as Extract<SignInState, { kind: 'task' }>
  return { conversation, session, state }
}

describe('a task in AUTH_REQUIRED', () => {
  it('[SI-16] is shown with what the agent says and wants; the answer signs in and goes on with that task', async () => {
    const { conversation, session, state } = await waiting()
    expect(state).toMatchObject({ text: 'I need to write for you.', scopes: ['write'] })
    expect(conversation.taskIds).toEqual([state.taskId])
    await state.answer()
    await waitUntil(() => conversation.tasks.getSnapshot()[0]?.state === 'TASK_STATE_COMPLETED')
    const said = conversation.messages.getSnapshot().flatMap(({ parts }) => parts.flatMap((part) => part.text ?? []))
    expect(said).toEqual([
      'ask',
      'I need to write for you.',
      'I have signed in.',
      'Thank you, client:machine: read write',
    ])
    expect(conversation.taskIds).toEqual([state.taskId])
    expect(session.state.getSnapshot()).toEqual({ kind: 'signedIn', scopes: ['read', 'write'] })
  })

  it('[SI-16] may be left alone, and is not shown again', async () => {
    const { session, state } = await waiting()
    state.dismiss()
    expect(session.state.getSnapshot()).toEqual({ kind: 'signedIn', scopes: ['read'] })
    state.dismiss()
    expect(session.state.getSnapshot().kind).toBe('signedIn')
  })
})
