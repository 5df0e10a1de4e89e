// The long form of the tests that chance and endurance make: about eight minutes on two cores.
// `npm run soak -- mutants` runs those whose file name has this in it.
import { minute, node, tool } from './tools.mjs'

const files = ['test/soak', 'test/stream/cuts', 'test/catalog/agreement', 'test/catalog/direct']
const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : files
const env = { ...process.env, SOAK: '1', NODE_OPTIONS: '--expose-gc' }
const args = ['run', '--project', 'node', '--reporter', 'verbose', '--testTimeout', String(240 * minute), ...wanted]
const done = node(tool('vitest'), args, { env, timeout: 240 * minute })
process.exitCode = done ? 0 : 1
