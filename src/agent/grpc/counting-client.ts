/** The client's side of HTTP/2, with each message of an answer counted in fields before the library decodes it. */
import type { DescMessage } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { encodeEnvelope, pipe, transformSplitEnvelope, type UniversalClientFn } from '@connectrpc/connect/protocol'
import { createNodeHttpClient, type Http2SessionManager } from '@connectrpc/connect-node'
import { AgentError } from '../protocol/error.ts'
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
  const sessions = heard(sessionManager)
  const client = createNodeHttpClient({ httpVersion: '2', sessionProvider: () => sessions })
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

type Sessions = Pick<Http2SessionManager, 'authority' | 'request' | 'notifyResponseByteRead'>

/**
 * The library takes its listener off a session that is being destroyed as soon as it opens another one. Node ends the process for an
 * error of a session that nobody listens to, so each session has one more listener. The requests get the error anyway.
 */
function heard(manager: Http2SessionManager): Sessions {
  return {
    authority: manager.authority,
    async request(...asked) {
      const stream = await manager.request(...asked)
      const { session } = stream
      if (!session?.listeners('error').includes(ignore)) session?.on('error', ignore)
      return stream
    },
    notifyResponseByteRead: (stream) => manager.notifyResponseByteRead(stream),
  }
}

function ignore(): void {}

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
