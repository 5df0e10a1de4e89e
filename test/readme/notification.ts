// Guide, "Agents over HTTP": what an agent posts.
import { AgentError, readNotification } from 'surface-runtime/agent'

const seen = new Set<string>()

export async function hook(request: Request): Promise<Response> {
  try {
    const { event, id } = await readNotification(request, { token, seen })
    await store(event)
    if (id !== undefined) seen.add(id)
    return new Response(null, { status: 204 })
  } catch (error) {
    return new Response(null, { status: (error instanceof AgentError && error.httpStatus) || 500 })
  }
}

/** What a host has. */
declare const token: string
declare function store(event: import('surface-runtime/agent').StreamEvent): Promise<void>
