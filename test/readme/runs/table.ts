// Every page with code → heading → what executes it. A block without a run fails the test, and so does a run without a block.
import { agentServer, agents, machines } from './agents.ts'
import { chat } from './chat.tsx'
import { code } from './code.tsx'
import { components, library, looks } from './components.tsx'
import { firstSurface } from './first-surface.tsx'
import { models } from './models.ts'
import { frameworks, inspector, reference, testing } from './pages.tsx'
import { readme } from './readme.tsx'
import type { Runs } from './run.ts'
import { shops } from './shops.ts'
import { signIn } from './sign-in.ts'
import { work } from './work.tsx'

export const runs: { readonly [file: string]: Runs } = {
  'README.md': readme,
  'demo/guide/agent-server.md': agentServer,
  'demo/guide/agents.md': agents,
  'demo/guide/chat.md': chat,
  'demo/guide/code.md': code,
  'demo/guide/components.md': components,
  'demo/guide/first-surface.md': firstSurface,
  'demo/guide/frameworks.md': frameworks,
  'demo/guide/inspector.md': inspector,
  'demo/guide/library.md': library,
  'demo/guide/looks.md': looks,
  'demo/guide/machines.md': machines,
  'demo/guide/models.md': models,
  'demo/guide/reference.md': reference,
  'demo/guide/shops.md': shops,
  'demo/guide/sign-in.md': signIn,
  'demo/guide/testing.md': testing,
  'demo/guide/work.md': work,
}
