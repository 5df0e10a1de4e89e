// Guide, "In a chat": server-sent events.
// src/chat.tsx
import { useState } from 'react'
import { createRuntime, SurfaceList, useBinding } from 'surface-runtime'
import { type Connection, connectSse } from 'surface-runtime/sse'
import 'surface-runtime/styles.css'

export const runtime = createRuntime()

const ask = (text: string) =>
  connectSse('/agent', runtime, {
    request: { method: 'POST', body: JSON.stringify({ text }) },
    onOther: ({ event, data }) => console.log(event, data), // events with a name of their own, such as the chat's text
  })

function Answer({ connection }: { connection: Connection }) {
  return <SurfaceList runtime={runtime} source={useBinding(connection.sources)} />
}

export function Chat() {
  const [answers, setAnswers] = useState<readonly Connection[]>([])
  return (
    <main>
      {answers.map((connection) => (
        <section key={connection.sources.getSnapshot()[0]}>
          <Answer connection={connection} />
        </section>
      ))}
      <button type="button" onClick={() => setAnswers([...answers, ask('tables for two')])}>
        Ask
      </button>
      <button type="button" onClick={() => setAnswers([...answers, ask('tables for four')])}>
        Ask for four
      </button>
    </main>
  )
}
