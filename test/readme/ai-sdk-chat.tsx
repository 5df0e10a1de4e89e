// Guide, "In a chat": the AI SDK, in the page.
import { useChat } from '@ai-sdk/react'
import { createRuntime, SurfaceList } from 'surface-runtime'
import { useSurfaceParts } from 'surface-runtime/ai-sdk'
import { sync } from 'surface-runtime/sync'

const runtime = createRuntime({ sync })

export function Chat() {
  const chat = useChat()
  useSurfaceParts(runtime, chat)
  return (
    <main>
      {chat.messages.map((message) => (
        <SurfaceList key={message.id} runtime={runtime} source={message.id} />
      ))}
      <button type="button" onClick={() => chat.sendMessage({ text: 'tables for two' })}>
        Ask
      </button>
    </main>
  )
}
