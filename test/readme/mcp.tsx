// Guide, "In a chat": the Model Context Protocol.
// src/chat.tsx
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { createRuntime, SurfaceList, useBinding } from 'surface-runtime'
import { connectMcp, type McpSurfaces } from 'surface-runtime/mcp'
import 'surface-runtime/styles.css'

export const runtime = createRuntime()
export const connect = (client: Client) => connectMcp(client, runtime, { tools: ['a2ui_action'] })

export async function showTables(client: Client, surfaces: McpSurfaces) {
  for (const guests of [2, 4])
    surfaces.show(`tables for ${guests}`, await client.callTool({ name: 'find_tables', arguments: { guests } }))
}

export function Chat({ surfaces }: { surfaces: McpSurfaces }) {
  return useBinding(surfaces.sources).map((source) => (
    <section key={source}>
      <SurfaceList runtime={runtime} source={source} />
    </section>
  ))
}
