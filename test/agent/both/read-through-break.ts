// A stream whose reader leaves after two parts and subscribes again: the same for agents of both versions.
import { expect } from 'vitest'
import type { Agent } from '../../../src/agent/index.ts'
import { listOf } from '../../support/list-of.ts'

/** `go`: lets the agent write on. Gives the task's id and the texts that came before the break and after it. */
export async function readThroughBreak(
  agent: Agent,
  go: () => void,
): Promise<{ readonly id: string; readonly texts: readonly (string | undefined)[] }> {
  const texts: (string | undefined)[] = []
  let id = ''
  for await (const event of agent.streamMessage({ message: { parts: [{ text: 'slowly' }] } })) {
    if (event.kind === 'task') id = event.task.id
    if (event.kind === 'artifact') texts.push(...event.artifact.parts.map(({ text }) => text))
    // Leaving the loop ends the connection; the task goes on.
    if (texts.length === 2) break
  }
  const rest = agent.subscribe({ id })
  const events = listOf(rest)
  await expect.poll(() => rest.task.getSnapshot()?.artifacts?.[0]?.parts.length).toBe(2)
  go()
  const later = (await events).flatMap((event) =>
    event.kind === 'artifact' ? event.artifact.parts.map(({ text }) => text) : [],
  )
  expect(rest.task.getSnapshot()?.status.state).toBe('TASK_STATE_COMPLETED')
  return { id, texts: [...texts, ...later] }
}
