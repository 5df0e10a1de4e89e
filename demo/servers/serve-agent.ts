/** The process of the shopping agent, whichever plan it has. Its settings are one argument, as JSON. */
import { join } from 'node:path'
import { createGrpcServer } from '../../src/agent/server/grpc/index.ts'
import type { AgentServer } from '../../src/agent/server/index.ts'
import { type PostgresTaskStore, postgresTaskStore } from '../../src/agent/server/postgres/index.ts'
import { createShopAgent } from '../shop/agent/agent.ts'
import type { Plan } from '../shop/agent/plan.ts'
import { modelPath } from '../writer/live-model.ts'
import { openCartFile } from './cart-file.ts'
import { runServer } from './server-process.ts'

interface Settings {
  readonly port: number
  readonly exactly?: boolean
  /** Address of the business. */
  readonly shop: string
  /** Address of the authorization server whose tokens are needed. */
  readonly login?: string
  /** Folder of the demo's data. */
  readonly data: string
}

interface ChosenPlan {
  /** What the line in the terminal says of it. */
  readonly note: string
  /** Default: the plan by keywords. */
  readonly plan?: Plan
  /** Answers the page that asks a model for surfaces. Default: there is no model. */
  readonly model?: (request: Request) => Promise<Response>
}

/** @param choose What it throws is told in the terminal, and the demo does not start. */
export function serveAgent(choose: () => ChosenPlan): Promise<void> {
  const settings: Settings = JSON.parse(process.argv[2] ?? '{}')
  return runServer(settings, async (origin) => {
    const { note, plan, model } = choose()
    const { shop, login } = settings
    const carts = openCartFile(join(settings.data, 'carts.json'))
    const store = await openTasks(join(settings.data, 'agent'))
    const options = {
      ...{ origin, shop, carts, grpc: true },
      ...(login && { login }),
      ...(plan && { plan }),
      ...(store && { store }),
    }
    const kept = store ? 'conversations are kept' : 'conversations are lost at the end'
    return {
      server: createGrpcServer(withModel(createShopAgent(options), model), { health: true, reflection: true }),
      note: `${note}; ${kept}; gRPC on the same port`,
      close: async () => store?.close({ grace: 1_000 }),
    }
  })
}

function withModel(agent: AgentServer, model: ChosenPlan['model']): AgentServer {
  if (!model) return agent
  const handle: AgentServer = (request, connection) =>
    new URL(request.url).pathname === modelPath ? model(request) : agent(request, connection)
  // With what gRPC serves the same agent by.
  return Object.assign(handle, agent)
}

/** Undefined where another demo has the folder, or it cannot be written. */
function openTasks(folder: string): Promise<PostgresTaskStore | undefined> {
  return postgresTaskStore({ folder }).catch(() => undefined)
}
