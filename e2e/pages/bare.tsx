// A page for tests: elements that bare React draws, as a yardstick for components that show the same.
import { createRoot } from 'react-dom/client'
import { bareKinds } from '../hostile/bare-kinds.tsx'

export interface Bare {
  /** Draws a thousand elements. `name`: see `bareKinds`. */
  readonly draw: (name: string) => void
}

const element = document.getElementById('root')
const root = element && createRoot(element)

const bare: Bare = { draw: (name) => root?.render(bareKinds[name]?.()) }
Object.assign(window, { bare })
