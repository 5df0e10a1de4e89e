/** The words of the page in the visitor's language, for the parts of the page. */
import { createContext, useContext } from 'react'
import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { german } from './german.ts'
import type { Words } from './words.ts'

const languages = new Map([english, german, arabic].map((words): [string, Words] => [words.language, words]))

/** The first language that the page speaks; else English. `wanted`: BCP 47 tags, the most wanted first. */
export function wordsIn(wanted: readonly string[]): Words {
  const known = wanted.map((tag) => languages.get(tag.toLowerCase().split('-')[0] ?? ''))
  return known.find((words) => words !== undefined) ?? english
}

export const WordsContext = createContext<Words>(english)

export function useWords(): Words {
  return useContext(WordsContext)
}
