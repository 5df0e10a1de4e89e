// The demo's agent: what it streams to clients of each version, and to those that show no surfaces at all.
import { basicCatalog, createRuntime, type SurfaceError } from 'surface-runtime'
import { expect, it } from 'vitest'
import { createSampleAgent } from '../../../demo/agent/sample-agent.ts'

const agent = createSampleAgent({ pause: 0 })
const uri = (version: string) => `https://a2ui.org/a2a-extension/a2ui/${version}`

async function answerTo(message: object, version?: string) {
  const headers = {
    ...{ 'content-type': 'application/json', 'agent-version': '1.0' },
    ...(version && { 'agent-extensions': uri(version) }),
  }
  const body = JSON.stringify({ message: { messageId: 'm', role: 'ROLE_USER', ...message } })
  const response = await agent(new Request('http://agent.example/a2a/message:send', { method: 'POST', headers, body }))
  return (await response.json()).task
}

const say = (text: string) => ({ parts: [{ text }] })

interface Part {
  readonly text?: string
  readonly data?: unknown
}

function partsOf(task: { artifacts: { parts: Part[] }[] }): readonly Part[] {
  return task.artifacts.flatMap(({ parts }) => parts)
}

function textOf(task: { artifacts: { parts: Part[] }[] }): string {
  return partsOf(task)
    .map(({ text }) => text ?? '')
    .join('')
}

it.each([
  ['v0.8', 'Book a table'],
  ['v0.9', 'Book a table'],
  ['v0.9', 'What should I pack?'],
])('[AS-9] a surface of %s for "%s" is drawn without a fault, and its button is answered', async (version, text) => {
  const faults: SurfaceError[] = []
  const runtime = createRuntime({ catalogs: [basicCatalog], onError: (error) => faults.push(error) })
  const show = (task: { artifacts: { parts: Part[] }[] }) => {
    for (const { data } of partsOf(task)) if (data !== undefined) runtime.apply(data)
  }
  show(await answerTo(say(text), version))
  const [surface] = runtime.surfaces.getSnapshot()
  expect(surface?.version).toBe(version)
  const press = {
    ...{
      name: text.startsWith('Book') ? 'reserveTable' : 'addItem',
      surfaceId: surface?.id,
      context: { name: 'Ada', item: 'Hat' },
    },
    ...{ sourceComponentId: 'b', timestamp: '2026-01-01T00:00:00.000Z' },
  }
  const data = version === 'v0.8' ? { userAction: press } : [{ version, action: press }]
  const answer = await answerTo({ parts: [{ data, mediaType: 'application/json+a2ui' }] }, version)
  expect(textOf(answer)).toMatch(/Ada|Hat/)
  show(answer)
  runtime.end()
  expect(faults).toEqual([])
  expect(JSON.stringify([...(surface?.components.values() ?? [])]) + JSON.stringify(surface?.data.get('/'))).toMatch(
    /Reserved for Ada|Hat/,
  )
  runtime.dispose()
})

it('[AS-9] a client without surfaces is answered in words', async () => {
  const task = await answerTo(say('Book a table'))
  expect(textOf(task)).toMatch(/please call us/)
  expect(partsOf(task).every(({ data }) => data === undefined)).toBe(true)
})

it('[AS-5] it asks back, and goes on with the answer', async () => {
  const asked = await answerTo(say('Remind me'))
  expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED')
  const done = await answerTo({ ...say('noon tomorrow'), taskId: asked.id })
  expect(done.status).toMatchObject({
    state: 'TASK_STATE_COMPLETED',
    message: { parts: [{ text: expect.stringContaining('tomorrow at 12:00') }] },
  })
})
