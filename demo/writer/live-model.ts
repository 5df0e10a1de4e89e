/** A real model, by way of the demo's agent, which has the key. */
import type { Generate } from 'surface-runtime/authoring'

/** What the agent's server takes at `modelPath`. */
export interface Question {
  /** In the user's words. */
  readonly task: string
  /** The answer that `report` is about; both are empty at first. */
  readonly answer: string
  readonly report: string
}

/** Below the agent's origin. */
export const modelPath = '/model'

/** `agent`: its origin. Rejects with an `Error` whose message is a sentence for the user. */
export function liveModel(agent: string, task: string): Generate {
  return async function* ({ text: report, answer, signal }) {
    const question: Question = { task, answer, report }
    const body = JSON.stringify(question)
    const headers = { 'content-type': 'application/json' }
    try {
      const response = await fetch(`${agent}${modelPath}`, { method: 'POST', headers, body, signal })
      if (!response.ok || !response.body) throw new Refusal(await response.text())
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof Refusal ? error : new Error('The connection to the model broke off', { cause: error })
    }
  }
}

class Refusal extends Error {}
