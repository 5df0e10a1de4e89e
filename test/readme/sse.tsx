// Guide, "In a chat": server-sent events.
// src/chat.tsx
import { useState } from 'react'
import { type Runtime, SurfaceList, useConnection, useRuntime } from 'surface-runtime'
import { connectSse } from 'surface-runtime/sse'
import 'surface-runtime/styles.css'

const ask = (runtime: Runtime, text: string) =>
  connectSse('/agent', runtime, {
    request: { method: 'POST', body: JSON.stringify({ text }) },
    onOther: ({ event, data }) => console.log(event, data), // events with a name of their own, such as the chat's text
  })

function Answer({ runtime, question }: { runtime: Runtime; question: string }) {
  const { connection, state, sources } = useConnection(() => ask(runtime, question), [runtime, question])
  return (
    <section>
      <SurfaceList runtime={runtime} source={sources} />
      {state === 'failed' && (
        <button type="button" onClick={connection?.retry}>
          Try again
        </button>
      )}
    </section>
  )
}

export function Chat() {
  const runtime = useRuntime()
  const [questions, setQuestions] = useState<readonly { id: string; text: string }[]>([])
  const add = (text: string) => setQuestions([...questions, { id: crypto.randomUUID(), text }])
  return (
    <main>
      {questions.map(({ id, text }) => (
        <Answer key={id} runtime={runtime} question={text} />
      ))}
      <button type="button" onClick={() => add('tables for two')}>
        Ask
      </button>
      <button type="button" onClick={() => add('tables for four')}>
        Ask for four
      </button>
    </main>
  )
}
