// Plays the tasks with a model, and counts what was valid at once, what after a round, and which faults there were.
import { type Round, reviseUntilValid } from '../../../src/authoring/index.ts'
import { basicCatalog } from '../../../src/entries/catalogs.ts'
import recordedAnswers from './recorded.json' with { type: 'json' }
import tasks from './tasks.json' with { type: 'json' }

/** Answers a task. `report`: what was wrong with `answer`; empty at first. */
export type Model = (task: string, ask: { round: number; report: string; answer: string }) => Promise<string>

export interface Evaluation {
  readonly tasks: number
  readonly validAtOnce: number
  /** Valid after asking again. */
  readonly validLater: number
  /** By code: faults of all answers. */
  readonly faults: { readonly [code: string]: number }
  /** Of answers and reports, at 4 characters each. */
  readonly tokens: number
  /** The longest report, in the same tokens. */
  readonly longestReport: number
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** `rounds`: how often a model is asked again. */
export async function evaluate(model: Model, rounds: number): Promise<Evaluation> {
  const faults: { [code: string]: number } = {}
  let [validAtOnce, validLater, tokens, longestReport] = [0, 0, 0, 0]
  const count = ({ faults: found }: Round): void => {
    for (const { code } of found) faults[code] = (faults[code] ?? 0) + 1
  }
  for (const task of tasks) {
    const revised = await reviseUntilValid(
      ({ round, text, answer }) => {
        longestReport = Math.max(longestReport, tokensOf(text))
        return model(task, { round, report: text, answer })
      },
      { catalog: basicCatalog, rounds, onRound: count, count: tokensOf },
    )
    if (revised.valid && revised.rounds === 0) validAtOnce++
    else if (revised.valid) validLater++
    tokens += revised.tokens ?? 0
  }
  return { tasks: tasks.length, validAtOnce, validLater, faults, tokens, longestReport }
}

/** Answers that are kept as a file; wrong ones are among them. */
export const recorded: Model = async (task, { round }) => recordedAnswers[tasks.indexOf(task)]?.[round] ?? ''

/** A model behind an endpoint that speaks OpenAI's chat completions. `system`: what it is told of the catalog. */
export function modelAt(url: string, name: string, system: string, key?: string): Model {
  return async (task, { report, answer }) => {
    const again =
      report === ''
        ? []
        : [
            { role: 'assistant', content: answer },
            { role: 'user', content: report },
          ]
    const messages = [{ role: 'system', content: system }, { role: 'user', content: task }, ...again]
    const response = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model: name, messages }),
    })
    if (!response.ok) throw new Error(`The model answered ${response.status}`)
    const { choices } = (await response.json()) as { choices: readonly { message: { content: string } }[] }
    return choices[0]?.message.content ?? ''
  }
}
