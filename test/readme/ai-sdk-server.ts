// Guide, "In a chat": the AI SDK, on the server.
import { createUIMessageStream, createUIMessageStreamResponse } from 'ai'
import { surfaceStream } from 'surface-runtime/ai-sdk'

export const answer = (messages: readonly unknown[]) =>
  createUIMessageStreamResponse({
    stream: createUIMessageStream({ execute: ({ writer }) => surfaceStream(writer)(messages) }),
  })
