// The guide's page on models with the AI SDK 7, as with the AI SDK 6: a tool, and lines that are asked for again.
// Alone, since the page's own code must be loaded with this version in place of the other one.
import type { LanguageModel } from 'ai'
import { simulateReadableStream } from 'ai-7'
import { MockLanguageModelV4 } from 'ai-7/test'
import { expect, it, vi } from 'vitest'
import { basic, examples, surfaceTool } from '../../src/authoring/index.ts'
import type { SurfaceMessage } from '../../src/protocol/wire.ts'
import { answer, surfaces } from '../readme/authoring.ts'

vi.mock('ai', () => import('ai-7'))

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never
const { name, inputSchema } = surfaceTool(basic)
const [form] = examples(basic)
const lines = form?.messages.map((message) => JSON.stringify(message)) ?? []

/** The guide is written for the types of either version. */
const asModel = (model: MockLanguageModelV4): LanguageModel => model as unknown as LanguageModel

it('[TM-7] a tool of the AI SDK 7 brings the check of what the model sent', async () => {
  const input = JSON.stringify({ lines: lines.join('\n') })
  const call = { type: 'tool-call', toolCallId: 'c', toolName: name, input } as const
  const model = new MockLanguageModelV4({
    doGenerate: { content: [call], finishReason: { unified: 'tool-calls', raw: 'x' }, usage, warnings: [] },
  })
  const { toolResults } = await answer(asModel(model), 'A form')
  expect(toolResults.map(({ output }) => output)).toMatchObject([{ valid: true, faults: [] }])
  expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({ name, inputSchema })
})

it('[MW-13] streamText of the AI SDK 7 answers, and is asked again for the wrong line', async () => {
  const wrong = lines.map((line) => line.replace('"variant":"h2"', '"usageHint":"h2"')).join('\n')
  const answers = [wrong, lines[1] ?? '']
  const model = new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: '1' },
          ...(answers.shift()?.match(/[\s\S]{1,30}/g) ?? []).map((delta) => ({
            ...{ type: 'text-delta' as const, id: '1', delta },
          })),
          { type: 'text-end', id: '1' },
          { type: 'finish', finishReason: { unified: 'stop', raw: 'x' }, usage },
        ],
      }),
    }),
  })
  const drawn: SurfaceMessage[] = []
  const revised = await surfaces(asModel(model), 'A form, please.', (message) => drawn.push(message))
  expect(revised).toMatchObject({ stopped: 'valid', rounds: 1, messages: { length: lines.length } })
  expect(drawn).toEqual(revised.messages)
  expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('Did you mean')
})
