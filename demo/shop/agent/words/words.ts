/** The type of the agent's words: each language has a table of them. */
import type { english } from './english.ts'

export type AgentWords = typeof english
