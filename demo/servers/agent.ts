/** The shopping agent with the plan by keywords. */
import { serveAgent } from './serve-agent.ts'

await serveAgent(() => ({ note: 'plans by keywords' }))
