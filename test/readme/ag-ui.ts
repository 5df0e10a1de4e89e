// Guide, "In a chat": AG-UI.
import { HttpAgent } from '@ag-ui/client'
import { createRuntime } from 'surface-runtime'
import { connectAgUi } from 'surface-runtime/ag-ui'
import { sync } from 'surface-runtime/sync'

export const runtime = createRuntime({ sync })

export async function ask(url: string) {
  const agent = new HttpAgent({ url })
  connectAgUi(agent, runtime)
  await agent.runAgent()
}
