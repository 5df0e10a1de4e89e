// Guide, "In a chat": server-sent events.
import { createRuntime } from 'surface-runtime'
import { connectSse } from 'surface-runtime/sse'
import { sync } from 'surface-runtime/sync'

const runtime = createRuntime({ sync })
const connection = connectSse('/agent', runtime, {
  request: { method: 'POST', body: JSON.stringify({ text: 'tables for two' }) },
  onOther: ({ event, data }) => showText(event, data), // events with a name of their own
})

connection.stop()

/** What a host has. */
declare function showText(event: string, data: string): void
