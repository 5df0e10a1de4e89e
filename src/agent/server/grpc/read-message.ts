/** The one message of a request, as it came: bounded in bytes, in time, and in fields before it is decoded. */
import type { DescMessage } from '@bufbuild/protobuf'
import { hasMoreFields } from '../../grpc/count-fields.ts'
import { prefixBytes } from '../../grpc/messages.ts'
import { AgentError } from '../../protocol/error.ts'
import type { NodeRequest } from './options.ts'

interface MessageLimits {
  readonly requestBytes: number
  readonly requestTime: number
  readonly requestFields: number
}

/** A message without members, to be decoded where the one that came is refused. */
export const emptyMessage: Uint8Array = new Uint8Array(prefixBytes)

/** The body, with its prefix. Throws `REQUEST_TOO_LARGE`, or `INVALID_REQUEST` where it does not end or breaks off. */
export async function readMessage(
  request: NodeRequest,
  schema: DescMessage,
  { requestBytes, requestTime, requestFields }: MessageLimits,
): Promise<Uint8Array> {
  const body = await bodyOf(request, requestBytes, requestTime)
  if (hasMoreFields(schema, body.subarray(prefixBytes), requestFields))
    throw tooLarge(`${requestFields} fields`, 'Send less at once.')
  return body
}

function bodyOf(request: NodeRequest, requestBytes: number, requestTime: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const timer = setTimeout(() => end(invalid(`The message did not come within ${requestTime} ms`)), requestTime)
    function end(error?: AgentError): void {
      clearTimeout(timer)
      request.off('data', take)
      // What still comes is thrown away.
      request.resume()
      if (error) reject(error)
      else resolve(Buffer.concat(chunks))
    }
    function take(chunk: Buffer): void {
      chunks.push(chunk)
      length += chunk.length
      // The prefix says how long the message is: it need not come to be refused.
      const declared = length < prefixBytes ? 0 : prefixOf(chunks).readUInt32BE(1)
      if (Math.max(length - prefixBytes, declared) > requestBytes)
        end(tooLarge(`${requestBytes} bytes`, 'Send less, or a URL.'))
    }
    request.on('data', take)
    request.once('end', () => end())
    request.once('aborted', () => end(invalid('The message broke off')))
    request.once('error', () => end(invalid('The message broke off')))
    request.once('close', () => end(invalid('The message broke off')))
  })
}

function prefixOf(chunks: Buffer[]): Buffer {
  const [first] = chunks
  if (first && first.length >= prefixBytes) return first
  const whole = Buffer.concat(chunks)
  chunks.splice(0, chunks.length, whole)
  return whole
}

function tooLarge(most: string, hint: string): AgentError {
  return new AgentError('REQUEST_TOO_LARGE', `The message has more than ${most}`, { hint })
}

function invalid(message: string): AgentError {
  return new AgentError('INVALID_REQUEST', message, { hint: 'Send the request again.' })
}
