// `npm run unit`: the unit tests, with the Vitest that this Node can run.
//   npm run unit -- test/json    only those of this folder
import { minute, node, tool } from './tools.mjs'

const ok = node(tool('vitest'), ['run', ...process.argv.slice(2)], { timeout: 30 * minute })
process.exitCode = ok ? 0 : 1
