// The demo's transcripts, and what each must come to in every browser.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../demo/transcripts')

interface Message {
  readonly [kind: string]: { readonly surfaceId: string } | undefined
}

/** Each transcript with the surfaces that are left at its end, by a plain reading of its lines. */
export const transcripts = readdirSync(folder).map((file) => {
  const surfaces = new Set<string>()
  for (const line of readFileSync(resolve(folder, file), 'utf8').split('\n')) {
    const { createSurface, beginRendering = createSurface, deleteSurface } = parse(line)
    if (beginRendering) surfaces.add(beginRendering.surfaceId)
    if (deleteSurface) surfaces.delete(deleteSurface.surfaceId)
  }
  return { id: basename(file, '.jsonl'), surfaces: [...surfaces] }
})

/** A broken line says nothing, nor does one that holds two messages. */
function parse(line: string): Message {
  try {
    const { version: _, ...message }: Message = JSON.parse(line)
    return Object.keys(message).length === 1 ? message : {}
  } catch {
    return {}
  }
}

/** The error codes that a faulty transcript is there to show, in the order of its lines; at its end what never came. */
export const faults: { readonly [id: string]: readonly string[] } = {
  'broken-stream': [
    'JSON_SYNTAX',
    'COMPONENT_UNKNOWN',
    'VALIDATION_FAILED',
    'FUNCTION_UNKNOWN',
    'SURFACE_NOT_FOUND',
    'GRAPH_CYCLE',
    'ENVELOPE_MULTIPLE_KINDS',
    'ROOT_MISSING',
  ],
  chaos: [
    'SURFACE_NOT_FOUND',
    'SURFACE_EXISTS',
    'JSON_SYNTAX',
    'JSON_SYNTAX',
    'VALIDATION_FAILED',
    'COMPONENT_UNKNOWN',
    'POINTER_INDEX',
    'JSON_SYNTAX',
    'VERSION_UNSUPPORTED',
    'JSON_SYNTAX',
    'COMPONENT_UNKNOWN',
    'GRAPH_CYCLE',
    'SURFACE_NOT_FOUND',
    'ROOT_MISSING',
  ],
}
