/** The client's side of HTTP/2, with each message of an answer counted in fields before the library decodes it. */
import type { DescMessage } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { encodeEnvelope, pipe, transformSplitEnvelope, type UniversalClientFn } from '@connectrpc/connect/protocol'
import { createNodeHttpClient, type Http2SessionManager } from '@connectrpc/connect-node'
import { AgentError } from '../error.ts'
import { hasMoreFields } from './count-fields.ts'
import { A2AService } from './generated/lf/a2a/v1/a2a_pb.ts'

interface MessageLimits {
  readonly bytes: number
  readonly fields: number
}

/** A message over its limits ends the answer: `LIMIT_BYTES` is the cause of what is thrown. */
export function countingClient(
  sessionManager: Http2SessionManager,
  { bytes, fields }: MessageLimits,
): UniversalClientFn {
  const client = createNodeHttpClient({ httpVersion: '2', sessionProvider: () => sessionManager })
  return async (request) => {
    const response = await client(request)
    const schema = answerOf(request.url)
    const body = pipe(response.body, transformSplitEnvelope(bytes), async function* (envelopes) {
      for await (const { flags, data } of envelopes) {
        if (hasMoreFields(schema, data, fields)) throw tooManyFields(fields)
        yield encodeEnvelope(flags, data)
      }
    })
    return { ...response, body }
  }
}

/** By the address of its rpc. */
function answerOf(url: string): DescMessage {
  const found = A2AService.methods.find(({ name }) => url.endsWith(`/${name}`))
  if (!found) throw new TypeError(`The schema has no rpc for ${url}`)
  return found.output
}

function tooManyFields(fields: number): ConnectError {
  const cause = new AgentError('LIMIT_BYTES', `A message has more than ${fields} fields`, {
    hint: 'The agent must send less at once; `answerFields` of grpc() raises the bound.',
  })
  return new ConnectError(cause.message, Code.ResourceExhausted, undefined, undefined, cause)
}
