/** An answer with slips, as the text that the agent sends. */
import { basicCatalog, type JsonObject, type JsonValue } from 'surface-runtime'
import type { Answer } from './answers.ts'
import type { Slip } from './slip.ts'

/** `slips`: in the order of the list of all slips. */
export function writeAnswer(answer: Answer, slips: readonly Slip[]): string {
  let { components } = answer
  for (const slip of slips) if (slip.on === 'components') components = slip.change(components)

  let messages: readonly JsonValue[] = messagesOf({ ...answer, components })
  for (const slip of slips) if (slip.on === 'messages') messages = slip.change(messages as readonly JsonObject[])

  let text = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  for (const slip of slips) if (slip.on === 'text') text = slip.change(text)
  return text
}

function messagesOf({ surfaceId, components, data }: Answer): readonly JsonObject[] {
  const version = 'v0.9'
  return [
    { version, createSurface: { surfaceId, catalogId: basicCatalog.catalogId } },
    { version, updateComponents: { surfaceId, components } },
    { version, updateDataModel: { surfaceId, path: '/', value: data } },
  ]
}
