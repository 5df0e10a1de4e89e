/** Server-sent events (WHATWG HTML) in the body of an answer. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** An event of 4 MiB (UTF-16 units) is refused. */
const eventLength = 4 * 1024 * 1024

/** The server says that it failed, or sends what cannot be read: asking again is for the user. */
export class ServerError extends Error {}

/** Data that say that everything has come. */
const endings = ['[DONE]', '{"type":"done"}']

/** Whether the event says that everything has come. */
export function isLastEvent({ event, data }: EventSourceMessage): boolean {
  return event === 'done' || endings.includes(data.replace(/\s/g, ''))
}

/** The events, as they come. Throws what the body fails with, and a `ServerError` for an event named `error` or one that is too long. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const events: EventSourceMessage[] = []
  let refused: Error | undefined
  const parser = createParser({
    maxBufferSize: eventLength,
    onEvent: (event) => void events.push(event),
    onError(error) {
      // Fields that the standard does not know are passed over.
      if (error.type === 'max-buffer-size-exceeded') refused = new ServerError('An event is larger than 4 MiB')
    },
  })
  const text = new TextDecoderStream('utf-8', { fatal: true }) as ReadableWritablePair<string, Uint8Array>
  const reader = body.pipeThrough(text).getReader()
  try {
    for (let over = false; !over; ) {
      const { done, value } = await reader.read()
      // The blank line behind the last event is often missing.
      parser.feed(done ? '\n\n' : value)
      if (refused) throw refused
      for (const event of events.splice(0)) {
        if (event.event === 'error') throw new ServerError(event.data)
        yield event
      }
      over = done
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
