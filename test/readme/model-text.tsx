// Guide, "In a chat": a model's text.
// src/chat.tsx
import { useState } from 'react'
import { createRuntime, SurfaceList } from 'surface-runtime'
import { readText } from 'surface-runtime/text'
import 'surface-runtime/styles.css'

export const runtime = createRuntime({
  onEvent: (_event, wire) => fetch('/agent', { method: 'POST', body: JSON.stringify(wire) }),
})

/** `ask` gives the text as your model's SDK does, in pieces. */
export function Chat({ ask }: { ask: (question: string) => AsyncIterable<string> }) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, string>>(new Map())
  async function show(question: string) {
    const add = (source: string, prose: string) =>
      setAnswers((before) => new Map(before).set(source, (before.get(source) ?? '') + prose))
    const reader = readText(runtime, { onText: (prose) => add(reader.source, prose) })
    add(reader.source, '')
    for await (const piece of ask(question)) reader.push(piece)
    reader.end()
  }
  return (
    <main>
      {[...answers].map(([source, prose]) => (
        <section key={source}>
          <p>{prose}</p>
          <SurfaceList runtime={runtime} source={source} />
        </section>
      ))}
      <button type="button" onClick={() => show('tables for two')}>
        Ask
      </button>
      <button type="button" onClick={() => show('tables for four')}>
        Ask for four
      </button>
    </main>
  )
}
