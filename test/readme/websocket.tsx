// Guide, "In a chat": a WebSocket.
// src/chat.tsx
import { createRuntime, SurfaceList, useBinding } from 'surface-runtime'
import { connectWebSocket, type WebSocketConnection } from 'surface-runtime/websocket'
import 'surface-runtime/styles.css'

export const runtime = createRuntime()

/** Once, where the chat begins: `hello` is the first question. */
export const connect = (address: string) =>
  connectWebSocket(address, runtime, { hello: JSON.stringify({ text: 'tables for two' }) })

export function Chat({ connection }: { connection: WebSocketConnection }) {
  const answers = useBinding(connection.sources)
  return (
    <main>
      {answers.map((source) => (
        <section key={source}>
          <SurfaceList runtime={runtime} source={source} />
        </section>
      ))}
      <button type="button" onClick={() => connection.ask(JSON.stringify({ text: 'tables for four' }))}>
        Ask for four
      </button>
    </main>
  )
}
