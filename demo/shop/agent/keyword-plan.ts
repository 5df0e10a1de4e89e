/** The plan that needs no model: what a message wants is read from its words. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Plan, PlanContext, PlanMessage } from './plan.ts'
import { searchRequest } from './search-words.ts'
import { showMore, showResults } from './show-results.ts'

export const keywordPlan: Plan = (message, context) => {
  const [action] = message.actions
  if (action) return planForAction(action.name, message, context)
  // Reports of errors alone: nothing was asked.
  if (message.text.trim() === '') return nothing()
  return planForText(message, context)
}

function planForAction(name: string, _message: PlanMessage, context: PlanContext): AsyncIterable<Yielded> {
  switch (name) {
    case 'more':
      return showMore(context)
    default:
      return nothing()
  }
}

function planForText({ text }: PlanMessage, context: PlanContext): AsyncIterable<Yielded> {
  const sentence = text.trim()
  if (/^(?:show )?(?:me )?(?:some )?more\b|^next\b/i.test(sentence)) return showMore(context)
  return showResults(searchRequest(sentence), context)
}

async function* nothing(): AsyncGenerator<Yielded> {}
