/** One event of a stream or a push notification: foreign JSON → a typed event. */
import { answerMember } from './answer-members.ts'
import { AgentError } from './error.ts'
import { getOwn, type Members, membersAt, needTexts, readAnswer, readArtifact, readStatus } from './read-value.ts'
import type { StreamEvent } from './types.ts'

/** `undefined`: a kind of event that this version does not know. */
export function readStreamEvent(value: unknown): StreamEvent | undefined {
  const event = membersAt(value, '')
  const status = answerMember(event, 'taskStatusUpdate')
  if (status !== undefined) return readStatusEvent(membersAt(status, '/status'))
  const artifact = answerMember(event, 'taskArtifactUpdate')
  if (artifact !== undefined) return readArtifactEvent(membersAt(artifact, '/artifact'))
  const answer = getOwn(event, 'task') ?? getOwn(event, 'message') ?? getOwn(event, 'status') ?? getOwn(event, 'parts')
  if (answer !== undefined) return readAnswer(event)
  if (getOwn(event, 'kind') !== undefined) throw olderEvent()
  return undefined
}

function olderEvent(): AgentError {
  return new AgentError(
    'INVALID_AGENT_RESPONSE',
    'The agent sent an event of version 0.3 to a request of version 1.0',
    {
      hint: 'Report this to the maker of the agent: its card must name the version that the address speaks.',
    },
  )
}

function readStatusEvent(value: Members): StreamEvent {
  needTexts(value, ['taskId'], '/status')
  readStatus(value['status'], '/status/status')
  return withKind(value, 'status')
}

function readArtifactEvent(value: Members): StreamEvent {
  needTexts(value, ['taskId'], '/artifact')
  readArtifact(value['artifact'], '/artifact/artifact')
  return withKind(value, 'artifact')
}

/** The value was parsed for this event alone, so it is changed: a copy of each event costs a tenth of the whole way. */
function withKind(value: Members, kind: 'status' | 'artifact'): StreamEvent {
  return Object.assign(value, { kind }) as unknown as StreamEvent
}
