// Guide, "In a chat": a WebSocket.
import { createRuntime } from 'surface-runtime'
import { sync } from 'surface-runtime/sync'
import { connectWebSocket } from 'surface-runtime/websocket'

export const runtime = createRuntime({ sync })

export const ask = (address: string, text: string) =>
  connectWebSocket(address, runtime, { hello: JSON.stringify({ text }) })
