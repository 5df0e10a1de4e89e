// Guide, "In a chat": the AI SDK, in the page.
// src/chat.tsx
import { useChat } from '@ai-sdk/react'
import { createRuntime, SurfaceList } from 'surface-runtime'
import { useSurfaceParts } from 'surface-runtime/ai-sdk'
import 'surface-runtime/styles.css'

const runtime = createRuntime()

export function Chat() {
  const chat = useChat() // asks /api/chat, unless you give it a transport
  useSurfaceParts(runtime, chat)
  return (
    <main>
      {chat.messages.map(({ id, parts }) => (
        <section key={id}>
          <p>{parts.map((part) => (part.type === 'text' ? part.text : ''))}</p>
          <SurfaceList runtime={runtime} source={id} />
        </section>
      ))}
      <button type="button" onClick={() => chat.sendMessage({ text: 'tables for two' })}>
        Ask
      </button>
      <button type="button" onClick={() => chat.sendMessage({ text: 'tables for four' })}>
        Ask for four
      </button>
    </main>
  )
}
