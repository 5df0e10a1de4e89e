// Guide, "In a chat": JSON Lines.
// src/chat.tsx
import { useState } from 'react'
import { createRuntime, SurfaceList } from 'surface-runtime'
import 'surface-runtime/styles.css'

const post = (body: unknown) => fetch('/agent', { method: 'POST', body: JSON.stringify(body) })
export const runtime = createRuntime({ onEvent: (_event, wire) => post(wire) }) // what the agent answers is read

export function Chat() {
  const [answers, setAnswers] = useState<readonly string[]>([])
  async function ask(text: string) {
    const source = runtime.newSource('answer')
    setAnswers((before) => [...before, source])
    await runtime.read(await post({ text }), { source })
  }
  return (
    <main>
      {answers.map((source) => (
        <section key={source}>
          <SurfaceList runtime={runtime} source={source} />
        </section>
      ))}
      <button type="button" onClick={() => ask('tables for two')}>
        Ask
      </button>
      <button type="button" onClick={() => ask('tables for four')}>
        Ask for four
      </button>
    </main>
  )
}
