// Guide, "In a chat": the AI SDK, on the server.
// src/server.ts
import { convertToModelMessages, createUIMessageStream, createUIMessageStreamResponse, type UIMessage } from 'ai'
import { type SurfaceDataParts, surfaceStream } from 'surface-runtime/ai-sdk'

/** The response to a post to /api/chat. */
export const answer = (messages: readonly unknown[]) =>
  createUIMessageStreamResponse({
    stream: createUIMessageStream({ execute: ({ writer }) => surfaceStream(writer)(messages) }),
  })

/** What was posted, for a model: it hears of a press as a text, and the SDK leaves other data parts out. */
export const forModel = (posted: UIMessage<unknown, SurfaceDataParts>[]) =>
  convertToModelMessages(posted, {
    convertDataPart: ({ type, data }) =>
      type === 'data-a2uiAction' ? { type: 'text', text: JSON.stringify(data) } : undefined,
  })
