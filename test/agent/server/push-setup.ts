import type { AgentServer, AgentServerOptions } from '../../../src/agent/server/index.ts'
import { saying, seedHeaders } from './http-calls.ts'

export type Json = Readonly<Record<string, unknown>>

export async function send(handle: AgentServer, path: string, body?: Json, method = 'POST') {
  const init = { method, headers: seedHeaders, ...(body && { body: JSON.stringify(body) }) }
  const response = await handle(new Request(`http://agent.example${path}`, init))
  const answer = JSON.parse((await response.text()) || '{}')
  return { status: response.status, answer, reason: answer.error?.details?.[0]?.reason }
}

export const inline = (target: Json, message: Json = {}, text = 'ask') =>
  saying(text, message, { taskPushNotificationConfig: target })

export interface Posted {
  readonly url: string
  readonly body: string
}

/** A `fetch` that keeps what is posted. `answer`: default, 204. */
export function receiver(
  answer: (posted: Posted) => Promise<Response> | Response = () => new Response(null, { status: 204 }),
) {
  const posts: Posted[] = []
  const fetch: AgentServerOptions['fetch'] = async (url, init) => {
    const posted = { url: String(url), body: String(init?.body) }
    posts.push(posted)
    return answer(posted)
  }
  return { posts, fetch }
}

export const open: Partial<AgentServerOptions> = { allowPrivatePushTargets: true, pushRetryDelay: 1 }
