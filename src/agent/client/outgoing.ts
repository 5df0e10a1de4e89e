/** Messages that a host sends: checked, and as they go out. Loaded with the first one. */
import { plainBase64 } from '../../shared/http/digest.ts'
import { AgentError } from '../protocol/error.ts'
import { oldMemberIn, oldMessageMembers, oldPartMembers } from '../protocol/old-members.ts'
import type { Message, Part, SendMessageRequest } from '../protocol/types.ts'

/** Throws `INVALID_PARAMS` for what types do not show in JavaScript. */
export function outgoing(request: SendMessageRequest): SendMessageRequest {
  return { ...request, message: checkedMessage(request.message) }
}

function checkedMessage(message: Message): Message {
  refuseOld('The message', message, oldMessageMembers)
  const { role, parts } = message
  if (!/^ROLE_/.test(role)) throw wrong(`The message has the role "${role}"`, 'write "ROLE_USER"')
  if (!Array.isArray(parts) || parts.length === 0) throw wrong('The message has no parts', 'give it at least one part')
  return { ...message, parts: parts.map(checkedPart) }
}

function checkedPart(part: Part, index: number): Part {
  const at = `parts/${index}`
  refuseOld(at, part, oldPartMembers)
  const contents = [part.text, part.raw, part.url, part.data].filter((content) => content !== undefined)
  if (contents.length !== 1)
    throw wrong(
      `${at} has ${contents.length || 'none'} of text, raw, url and data`,
      'give each content a part of its own',
    )
  return part.raw === undefined ? part : { ...part, raw: plainBase64(part.raw) }
}

function refuseOld(what: string, value: object, old: Parameters<typeof oldMemberIn>[1]): void {
  const found = oldMemberIn(value, old)
  if (found) throw wrong(`${what} ${found.has}`, found.now)
}

function wrong(message: string, now: string): AgentError {
  return new AgentError('INVALID_PARAMS', message, { hint: `${now.charAt(0).toUpperCase()}${now.slice(1)}.` })
}
