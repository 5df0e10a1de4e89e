// The AI SDK as the way to a model: a tool, answers that are asked for again, and the guide's page on models. The project
// `ai-sdk-6` runs this with the older AI SDK too. It needs no page: @vitest-environment node
import { generateText, jsonSchema, simulateReadableStream, tool } from 'ai'
import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { basic, examples, reviseUntilValid, surfaceTool } from '../../src/authoring/index.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { SurfaceMessage } from '../../src/protocol/wire.ts'
import { answer, surfaces } from '../readme/authoring.ts'
import { CS, lines, T, UC } from '../support/messages.ts'

/** What models of this AI SDK are: the older one has no V4. */
const Model = MockLanguageModelV4 ?? MockLanguageModelV3

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

describe('a tool of the AI SDK', () => {
  const { name, description, inputSchema, strict, check } = surfaceTool(basic)
  const [form] = examples(basic)
  const input = { lines: form?.messages.map((message) => JSON.stringify(message)).join('\n') ?? '' }

  /** A model that calls the tool. */
  const caller = () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: name, input: JSON.stringify(input) } as const
    return new Model({
      doGenerate: { content: [call], finishReason: { unified: 'tool-calls', raw: 'x' }, usage, warnings: [] },
    })
  }

  it('[TM-7] checks what the model sent', async () => {
    const model = caller()
    const show = tool({
      description,
      inputSchema: jsonSchema(inputSchema as never),
      strict,
      execute: (given) => check(given).valid,
    })
    const { toolResults } = await generateText({ model, tools: { [name]: show }, prompt: 'A form' })
    expect(toolResults.map(({ output }) => output)).toEqual([true])
    expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({ name, inputSchema })
  })

  it("[TM-7] as the guide's answer brings the check of what the model sent", async () => {
    const model = caller()
    const { toolResults } = await answer(model, 'A form')
    expect(toolResults.map(({ output }) => output)).toMatchObject([{ valid: true, faults: [] }])
    expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({ name, inputSchema })
  })
})

describe('an answer of the AI SDK', () => {
  const finishReason = { unified: 'stop', raw: undefined } as const
  const row = UC('s', [{ id: 'root', component: 'Column', children: ['a'] }])
  const wrong = UC('s', [{ ...T('a', 'x'), usageHint: 'h1' }])
  const right = UC('s', [{ ...T('a', 'x'), variant: 'h1' }])
  const answers = [lines(CS('s'), row, wrong), lines(right)]

  it('[MW-13] of generateText is asked for again', async () => {
    let calls = 0
    const model = new Model({
      doGenerate: async () => ({
        ...{ content: [{ type: 'text', text: answers[calls++] ?? '' }], finishReason, usage, warnings: [] },
      }),
    })
    const revised = await reviseUntilValid(
      async ({ text, answer, signal }) =>
        (await generateText({ model, prompt: `A form, please.\n${answer}\n${text}`, abortSignal: signal })).text,
      { catalog: basicCatalog },
    )
    expect(revised).toMatchObject({ stopped: 'valid', rounds: 1, messages: { length: 3 } })
    expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('Did you mean')
  })

  it('[MW-13] of streamText, as in the guide, is asked for again', async () => {
    let calls = 0
    const model = new Model({
      doStream: async () => {
        const delta = answers[calls++] ?? ''
        return {
          stream: simulateReadableStream({
            chunks: [
              { type: 'text-start', id: '1' },
              ...(delta.match(/[\s\S]{1,30}/g) ?? []).map((piece) => ({
                type: 'text-delta' as const,
                id: '1',
                delta: piece,
              })),
              { type: 'text-end', id: '1' },
              { type: 'finish', finishReason, usage },
            ],
          }),
        }
      },
    })
    const drawn: SurfaceMessage[] = []
    const revised = await surfaces(model, 'A form, please.', (message) => drawn.push(message))
    expect(revised).toMatchObject({ stopped: 'valid', rounds: 1, messages: { length: 3 } })
    expect(drawn).toEqual(revised.messages)
    expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('Did you mean')
  })
})
