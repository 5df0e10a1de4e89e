/** The process of the agent that is reached by five carriers. Its settings are one argument, as JSON. */
import { handle, upgrade } from '../carriers/server/handle.ts'
import { httpServer, runServer } from './server-process.ts'

const settings: { readonly port: number; readonly exactly?: boolean } = JSON.parse(process.argv[2] ?? '{}')

await runServer(settings, async () => ({ server: httpServer(handle, upgrade), note: 'one agent, five carriers' }))
