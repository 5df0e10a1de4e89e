// Guide, "Next.js": the agent.
// app/agent/route.ts
import { button, event, surface, text } from 'surface-runtime/builders'

const { create, components } = surface('s1')
const messages = [create(), components(button({ child: text({ text: 'Say hello' }), action: event('hello') }))]

/** What your agent writes: one message a line. */
export const GET = () => new Response(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))

/** What the user did: `name`, `surfaceId`, `context` and more. */
export async function POST(request: Request) {
  const { action } = await request.json()
  console.log(action.name)
  return new Response(null, { status: 204 })
}
