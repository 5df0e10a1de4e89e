/** The first page: a chat with the agent that shops. */
import { findAgent } from './find-agent.ts'
import { startChat } from './start.tsx'

startChat({ page: 'chat', find: () => findAgent(location.search) })
