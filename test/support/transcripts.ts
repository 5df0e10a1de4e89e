// The demo's transcripts, as they come over the wire.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../demo/transcripts')

/** Name and text (JSON Lines) of every transcript. */
export const transcripts: readonly (readonly [name: string, text: string])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .sort()
  .map((file) => [basename(file, '.jsonl'), readFileSync(resolve(folder, file), 'utf8')])
