/** The process of the shopping agent, whichever plan it has. Its settings are one argument, as JSON. */
import { createShopAgent } from '../shop/agent/agent.ts'
import type { Plan } from '../shop/agent/plan.ts'
import { runServer } from './server-process.ts'

interface Settings {
  readonly port: number
  readonly exactly?: boolean
  /** Address of the business. */
  readonly shop: string
}

/** @param note What the line in the terminal says of the plan. */
export function serveAgent(note: string, plan?: Plan): Promise<void> {
  const settings: Settings = JSON.parse(process.argv[2] ?? '{}')
  return runServer(settings, async (origin) => ({
    handle: createShopAgent({ origin, shop: settings.shop, ...(plan && { plan }) }),
    note,
  }))
}
