import { onTestFinished } from 'vitest'
import { openWalk, type Walk, type WalkOptions } from './walk.ts'

/** Closed when the test is over. */
export async function begin(options?: WalkOptions): Promise<Walk> {
  const walk = await openWalk(options)
  onTestFinished(walk.close)
  return walk
}

/** With one thing in the cart, and nothing asked yet. */
export async function withCart(options?: WalkOptions): Promise<Walk> {
  const walk = await begin(options)
  await walk.say('add oat bars')
  walk.asked('agent')
  walk.asked('shop')
  return walk
}

/** How the latest task stands. */
export async function lastTask(walk: Walk): Promise<{ readonly state: string; readonly text: string }> {
  const id = walk.conversation.taskIds.at(-1)
  const response = await fetch(`${walk.agent.origin}/tasks/${id}`, { headers: { 'agent-version': '1.0' } })
  const { status } = (await response.json()) as {
    readonly status: { readonly state: string; readonly message?: { readonly parts: readonly { text: string }[] } }
  }
  return { state: status.state.replace('TASK_STATE_', ''), text: status.message?.parts[0]?.text ?? '' }
}

export const shortened = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/cart_[\w-]+/, '{id}'))
