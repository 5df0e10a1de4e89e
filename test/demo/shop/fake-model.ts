// An endpoint of the chat-completions format on loopback. It says what the test has written for it.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seeded } from '../../support/random.ts'

/** A request as the endpoint got it. */
export interface AskedModel {
  readonly key: string | undefined
  readonly model: string
  readonly stream: boolean
  readonly tools: readonly { readonly function: { readonly name: string } }[]
  readonly messages: readonly {
    readonly role: string
    readonly content: string
    readonly tool_calls?: readonly { readonly id: string }[]
    readonly tool_call_id?: string
  }[]
}

export interface ModelAnswer {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[]
  /** In place of an answer. */
  readonly status?: number
  /** In place of an answer, as it is. */
  readonly body?: string
  readonly type?: string
  /** The answer begins and never ends. */
  readonly hangs?: boolean
  /** One JSON document in place of a stream. */
  readonly whole?: boolean
}

export interface FakeModel {
  readonly url: string
  readonly asked: AskedModel[]
  /** Answers to come, one for each request. After the last one: 500. */
  readonly answers: (ModelAnswer | ((asked: AskedModel) => ModelAnswer))[]
  /** Connections are refused until `start`. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

/** @param seed Where texts and bytes are cut. */
export async function createFakeModel(seed = 1): Promise<FakeModel> {
  const asked: AskedModel[] = []
  const answers: FakeModel['answers'] = []
  const random = seeded(seed)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end()
      const now = { ...JSON.parse(Buffer.concat(chunks).toString()), key: request.headers.authorization }
      asked.push(now)
      const answer = answers.shift() ?? { status: 500 }
      void answerWith(typeof answer === 'function' ? answer(now) : answer, response, random)
    })
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    ...{ asked, answers, url: `http://127.0.0.1:${port}/v1`, start: () => listen(port) },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function answerWith(answer: ModelAnswer, response: ServerResponse, random: () => number): Promise<void> {
  const { status = 200, body, type = 'text/event-stream' } = answer
  if (body !== undefined || status !== 200) return void response.writeHead(status, { 'content-type': type }).end(body)
  if (answer.whole) {
    const message = {
      content: answer.text ?? null,
      tool_calls: answer.calls?.map((call, index) => callOf(call, index)),
    }
    return void response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }))
  }
  response.writeHead(200, { 'content-type': type })
  const bytes = Buffer.from(`${eventsOf(answer, random).join('')}${answer.hangs ? '' : 'data: [DONE]\n\n'}`)
  // Cut anywhere: within events, and within the bytes of a sign.
  for (let from = 0; from < bytes.length; ) {
    const to = from + 1 + Math.floor(random() * 400)
    response.write(bytes.subarray(from, to))
    await new Promise((next) => setImmediate(next))
    from = to
  }
  if (!answer.hangs) response.end()
}

function eventsOf({ text = '', calls = [] }: ModelAnswer, random: () => number): string[] {
  const event = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
  const events = [
    event({ role: 'assistant', content: '' }),
    ...piecesOf(text, random).map((content) => event({ content })),
  ]
  for (const [index, call] of calls.entries()) {
    const { id, type, function: called } = callOf(call, index)
    events.push(event({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] }))
    for (const piece of piecesOf(called.arguments, random))
      events.push(event({ tool_calls: [{ index, function: { arguments: piece } }] }))
  }
  return events
}

function callOf(call: { readonly name: string; readonly arguments: unknown }, index: number) {
  const written = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
  return { index, id: `call_${index}`, type: 'function', function: { name: call.name, arguments: written } }
}

function piecesOf(text: string, random: () => number): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const to = from + 1 + Math.floor(random() * 12)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
