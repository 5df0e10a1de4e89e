/** The agent's words in the asker's language. */
import { isEnglish, isGerman } from '../german.ts'
import { english } from './english.ts'
import { german } from './german.ts'
import type { AgentWords } from './words.ts'

/** @param before Those of the conversation so far: a sentence of names alone is in no language. */
export function wordsFor(sentence: string, before: AgentWords): AgentWords {
  if (isGerman(sentence)) return german
  return isEnglish(sentence) ? english : before
}
