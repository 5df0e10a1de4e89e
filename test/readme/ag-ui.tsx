// Guide, "In a chat": AG-UI.
// src/chat.tsx
import { HttpAgent } from '@ag-ui/client'
import { useEffect, useState } from 'react'
import { createRuntime, SurfaceList } from 'surface-runtime'
import { connectAgUi } from 'surface-runtime/ag-ui'
import 'surface-runtime/styles.css'

export const runtime = createRuntime()
export const agent = new HttpAgent({ url: '/agent' })
connectAgUi(agent, runtime)

function ask(content: string) {
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content })
  void agent.runAgent()
}

export function Chat() {
  const [messages, setMessages] = useState(agent.messages)
  useEffect(() => {
    const { unsubscribe } = agent.subscribe({ onMessagesChanged: (chat) => setMessages([...chat.messages]) })
    return unsubscribe
  }, [])
  return (
    <main>
      {messages.map(({ id }) => (
        <section key={id}>
          <SurfaceList runtime={runtime} source={id} />
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
