// The guide's page on models: a tool that shows a surface, and lines that are asked for until they are valid.
import { generateText, jsonSchema, type LanguageModel, streamText, tool } from 'ai'
import { basic, promptFor, reviseUntilValid, surfaceTool } from 'surface-runtime/authoring'
import type { SurfaceMessage } from 'surface-runtime/core'

const show = surfaceTool(basic)

export const answer = (model: LanguageModel, question: string) =>
  generateText({
    model,
    system: promptFor(basic, { carrier: 'tool' }),
    prompt: question,
    tools: {
      [show.name]: tool({
        description: show.description,
        inputSchema: jsonSchema(show.inputSchema),
        strict: show.strict,
        execute: (input) => show.check(input),
      }),
    },
  })

export const surfaces = (model: LanguageModel, question: string, draw: (message: SurfaceMessage) => void) =>
  reviseUntilValid(
    ({ text, answer, signal }) =>
      streamText({
        model,
        system: promptFor(basic),
        prompt: [question, answer, text].join('\n\n'),
        abortSignal: signal,
      }).textStream,
    { catalog: basic, onMessage: draw },
  )
