// `npm run eval`: plays the tasks of test/authoring/eval with a model, with 0, 1 and 2 rounds, and prints what was valid.
//   npm run eval                                              the recorded model
//   MODEL_URL=http://localhost:8080/v1 npm run eval -- --model NAME --system prompt.txt
// The endpoint speaks OpenAI's chat completions; MODEL_KEY is its key, MODEL_NAME stands for --model.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { root } from './tools.mjs'

const { MODEL_URL, MODEL_NAME, MODEL_KEY } = process.env
const { values } = parseArgs({ options: { model: { type: 'string' }, system: { type: 'string' } } })
const name = values.model ?? MODEL_NAME
if (name !== undefined && !MODEL_URL) throw new Error('Set MODEL_URL to the address of the endpoint of this model.')
if (MODEL_URL && name === undefined) throw new Error('Name the model: --model NAME, or MODEL_NAME.')
// Vite compiles the catalogs while it loads the sources.
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  ...{ logLevel: 'warn', appType: 'custom', server: { middlewareMode: true, ws: false, watch: null } },
  optimizeDeps: { noDiscovery: true },
})
const module = await vite.ssrLoadModule(join(root, 'test/authoring/eval/evaluate.ts'))
const { basic, promptFor } = await vite.ssrLoadModule(join(root, 'src/authoring/index.ts'))
const system = values.system ? readFileSync(values.system, 'utf8') : promptFor(basic)
const model = name === undefined ? module.recorded : module.modelAt(MODEL_URL, name, system, MODEL_KEY)

for (const rounds of [0, 1, 2]) {
  const { tasks, validAtOnce, validLater, faults, tokens } = await module.evaluate(model, rounds)
  const kinds = Object.entries(faults).map(([code, count]) => `${code} ${count}`)
  console.log(`${rounds} rounds: ${validAtOnce} of ${tasks} valid at once, ${validLater} later; ${tokens} tokens`)
  console.log(`  faults: ${kinds.join(', ') || 'none'}`)
}
await vite.close()
