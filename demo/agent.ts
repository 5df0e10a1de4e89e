/** The small agent behind the transcripts: answers a client event by its name, always in the same way. */
import type { ClientEvent } from 'surface-runtime'
import type { Answer } from './answer.ts'
import { v08Answers } from './answers-v08.ts'
import { v09Answers } from './answers-v09.ts'

/** How long the agent thinks, in milliseconds. */
export const thinkingTime = 600

const answers = new Map(Object.entries({ ...v08Answers, ...v09Answers }))

export function answerTo(event: ClientEvent, time: number): Answer {
  const said = (key: string): string => asText(event.context[key])
  const answer = answers.get(event.name)
  return answer?.({ event, said, time }) ?? { reply: `I have noted “${event.name}”.`, lines: '' }
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(asText).join(' × ')
  return value === undefined || value === null ? '' : String(value)
}
