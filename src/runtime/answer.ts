/**
 * What a host's `onEvent` returns of `fetch` → lines of messages. An answer may be JSON Lines, server-sent events or JSON; what is none of
 * these, such as an empty body or a page, has no lines. The runtime loads this file with the first such answer.
 */
import { isObject } from '../json/value.ts'
import { messagesInText } from '../protocol/carried.ts'
import { isOther } from '../protocol/other.ts'
import { eventsOf, isLastEvent } from '../stream/events.ts'

/** The lines, as they come. */
export async function* linesOfAnswer(response: Response): AsyncGenerator<string> {
  const { body } = response
  if (!body) return
  const type = response.headers.get('Content-Type') ?? ''
  if (type.includes('text/event-stream')) {
    for await (const event of eventsOf(body)) {
      if (isLastEvent(event)) return
      // Events of other names are not surface messages.
      if (event.event === undefined || event.event === 'a2ui' || event.event === 'message') yield linesIn(event.data)
    }
  } else if (/\bjson\b(?!l|-?seq|-?lines)/.test(type)) yield linesIn(await response.text())
  else yield* jsonLines(body)
}

/** An object that names no message is the answer of some other interface, and so is what is neither an object nor begins like one. */
function linesIn(text: string): string {
  const messages = messagesInText(text)
  return messages
    .filter((message) =>
      typeof message === 'string' ? /^\s*[[{]/.test(message) : isObject(message) && !isOther(message as never),
    )
    .map((message) => `${typeof message === 'string' ? message.replaceAll('\n', ' ') : JSON.stringify(message)}\n`)
    .join('')
}

/** The body as it comes if it begins like JSON. */
async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let start = ''
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const begun = start.trim() !== ''
      start ||= next.value.trimStart()
      if (!begun && start !== '' && !/^[[{]/.test(start)) return
      yield next.value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
