/** A transcript that is not in the list: pasted, dropped, opened from a file, edited, or out of a link. */
import { repairText } from 'surface-runtime/authoring'
import type { Transcript, TranscriptVersion } from '../transcripts.ts'

export const ownId = 'own'

/** `text`: JSON Lines, or a model's answer with messages somewhere in it. */
export function ownTranscript(text: string, title = 'Your transcript', before?: Transcript): Transcript {
  const source = repairText(text).text
  return {
    id: ownId,
    title,
    version: versionOf(source),
    summary: `${countOf(source)} of your own. The agent behind this page knows nothing of them: it answers any event alike.`,
    prompt: before?.prompt ?? 'Play this.',
    reply: before?.reply ?? 'Here it is.',
    source,
  }
}

function countOf(source: string): string {
  const count = source.split('\n').filter((line) => line.trim() !== '').length
  return count === 1 ? '1 line' : `${count} lines`
}

function versionOf(source: string): TranscriptVersion {
  const [old, newer] = [/"(?:beginRendering|surfaceUpdate|dataModelUpdate)"/, /"version"\s*:/].map((mark) =>
    mark.test(source),
  )
  return old && newer ? 'both' : old ? 'v0.8' : 'v0.9'
}
