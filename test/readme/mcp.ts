// Guide, "In a chat": the Model Context Protocol.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { createRuntime } from 'surface-runtime'
import { connectMcp } from 'surface-runtime/mcp'
import { sync } from 'surface-runtime/sync'

export const runtime = createRuntime({ sync })

export async function showTables(client: Client) {
  const surfaces = connectMcp(client, runtime, { tools: ['a2ui_action'] })
  surfaces.show('call-1', await client.callTool({ name: 'find_tables', arguments: { guests: 2 } }))
}
