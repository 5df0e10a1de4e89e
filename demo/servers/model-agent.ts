/** The shopping agent with a plan that asks a model. MODEL_URL, MODEL_NAME and MODEL_KEY say which. */
import { checkAddress } from '../../src/agent/client/card.ts'
import { createModelPlan } from '../shop/agent/model-plan.ts'
import { createModelServer } from '../writer/model-server.ts'
import { serveAgent } from './serve-agent.ts'

await serveAgent(() => {
  const { MODEL_URL: url = '', MODEL_NAME: model, MODEL_KEY: key } = process.env
  if (!model) throw new Error('MODEL_URL needs MODEL_NAME, the name of a model there.')
  const onError = ({ message }: Error): void => void process.stderr.write(`  agent     ${message}\n`)
  const endpoint = { url, model, ...(key && { key }), onError }
  return {
    plan: createModelPlan(endpoint),
    model: createModelServer(endpoint),
    note: `plans with the model ${model} at ${hostOf(url)}`,
  }
})

/** The key goes there: https, or http on this machine. */
function hostOf(url: string): string {
  try {
    return checkAddress(url, true).host
  } catch {
    throw new Error('MODEL_URL is an https address, or http on this machine, as in http://127.0.0.1:11434/v1.')
  }
}
