// Guide, "In a chat": a model's text.
import { createRuntime } from 'surface-runtime'
import { sync } from 'surface-runtime/sync'
import { readText } from 'surface-runtime/text'

export const runtime = createRuntime({ sync })

export async function show(pieces: AsyncIterable<string>, showText: (text: string) => void) {
  const reader = readText(runtime, { onText: showText })
  for await (const piece of pieces) reader.push(piece)
  reader.end()
}
