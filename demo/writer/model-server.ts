/** A model that writes surfaces, for the page that asks it: the page gets its answers, and never the key. */
import { basic, promptFor } from '../../src/authoring/index.ts'
import { type ChatMessage, complete, type ModelEndpoint } from '../shop/agent/model/completions.ts'
import { ModelError } from '../shop/agent/model/model-error.ts'
import type { Question } from './live-model.ts'

export interface ModelServerOptions extends ModelEndpoint {
  /** Told why there was no answer. Default: nobody is. */
  readonly onError?: (error: ModelError) => void
  /** Milliseconds for an answer. Default: 60,000. */
  readonly timeout?: number
}

/** Pages of this machine: no other one may use the model. */
const here = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/

/** Characters of an answer, and of each part of a question. */
const longest = 65_536

/**
 * Takes a `Question` by POST and gives the model's text as it comes. 403 for pages from elsewhere, 415 for what is no JSON, which
 * a browser would send without asking first; 502 with a sentence where the model does not answer.
 */
export function createModelServer(options: ModelServerOptions): (request: Request) => Promise<Response> {
  const system: ChatMessage = { role: 'system', content: promptFor(basic) }
  const { onError, timeout = 60_000 } = options

  function answerTo({ task, answer, report }: Question, signal: AbortSignal) {
    const again: readonly ChatMessage[] =
      report === ''
        ? []
        : [
            { role: 'assistant', content: cut(answer) },
            { role: 'user', content: cut(report) },
          ]
    const messages = [system, { role: 'user', content: cut(task) } as const, ...again]
    return complete(options, { messages, tools: [], signal, characters: longest })
  }

  return async (request) => {
    const origin = request.headers.get('origin')
    if (origin !== null && !here.test(origin)) return new Response(null, { status: 403 })
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      ...(origin !== null && { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'content-type' }),
    }
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const question = request.headers.get('content-type')?.startsWith('application/json')
      ? await request.json().then(questionIn, () => undefined)
      : undefined
    if (!question) return new Response(null, { status: 415, headers })
    const left = new AbortController()
    const pieces = answerTo(question, AbortSignal.any([left.signal, AbortSignal.timeout(timeout)]))
    const failed = (thrown: unknown): ModelError => {
      const error = thrown instanceof ModelError ? thrown : new ModelError('timeout', 'There was no answer in time')
      onError?.(error)
      return error
    }
    try {
      // An answer that does not begin is told in words.
      const first = await pieces.next()
      const body = streamOf(first, pieces, {
        end: () => left.abort(),
        failed: (error) => left.signal.aborted || failed(error),
      })
      return new Response(body, { headers })
    } catch (error) {
      return new Response(failed(error).sentence, { status: 502, headers })
    }
  }
}

function questionIn(value: unknown): Question | undefined {
  const { task, answer, report } = (value ?? {}) as { readonly [name: string]: unknown }
  return typeof task === 'string' && typeof answer === 'string' && typeof report === 'string'
    ? { task, answer, report }
    : undefined
}

function cut(text: string): string {
  return text.slice(0, longest)
}

interface StreamEnds {
  /** The page has gone. */
  readonly end: () => void
  readonly failed: (error: unknown) => void
}

function streamOf(
  first: IteratorResult<string, unknown>,
  pieces: AsyncIterator<string, unknown>,
  { end, failed }: StreamEnds,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next: IteratorResult<string, unknown> | undefined = first
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = next ?? (await pieces.next())
        next = undefined
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        failed(error)
        controller.error(error)
      }
    },
    cancel: end,
  })
}
