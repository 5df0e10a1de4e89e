// Guide, "In a chat": the agent protocol.
// src/chat.tsx
import { createRuntime, SurfaceView, useBinding } from 'surface-runtime'
import { type Conversation, connectAgent, connectSurfaces } from 'surface-runtime/agent'
import 'surface-runtime/styles.css'

export const runtime = createRuntime()
export const connect = async (origin: string) => connectSurfaces(await connectAgent(origin), runtime)

export function Chat({ conversation }: { conversation: Conversation }) {
  const messages = useBinding(conversation.messages)
  return (
    <main>
      {messages.map(({ messageId, parts, surfaceIds, source }) => (
        <section key={messageId}>
          <p>{parts.map(({ text }) => text)}</p>
          {surfaceIds.map((id) => (
            <SurfaceView key={id} runtime={runtime} surfaceId={id} source={source} />
          ))}
        </section>
      ))}
      <button type="button" onClick={() => conversation.send('tables for two')}>
        Ask
      </button>
      <button type="button" onClick={() => conversation.send('tables for four')}>
        Ask for four
      </button>
    </main>
  )
}
