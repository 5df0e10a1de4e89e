// Which packages this Node can run, where there are two of one name. Imports only what Node brings: the setup uses it too.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// An old Node has no `dirname` here; it shall live long enough for the setup to say that it is too old.
export const root = join(import.meta.dirname ?? '.', '..')

/** Where the package lies. The newest Vitest and jsdom want Node 22; `test/vitest-4` has those for other Nodes. */
export function packageFolder(name) {
  const older = join(root, 'test/vitest-4/node_modules', name)
  return !runsNewestVitest() && existsSync(older) ? older : join(root, 'node_modules', name)
}

function runsNewestVitest() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major >= 26 || (major === 24 && minor >= 15) || (major === 22 && minor >= 23)
}
