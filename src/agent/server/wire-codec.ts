/**
 * The two texts of the protocol v1.0 at the edge of a server: a call in the names of either becomes one in those of the protocol
 * document, and what an operation answers is written as its caller reads it. Nothing inside knows a second name. Version 0.3 has its
 * own codec in `v0-3/`.
 */
import type { JsonObject } from '../../json/value.ts'
import { answerMembers } from '../protocol/answer-members.ts'
import { type OperationName, operations } from '../protocol/routes.ts'
import type { AgentCard, ArtifactEvent, PushConfig, StreamEvent, Task } from '../protocol/types.ts'
import { contentTypes, type FormatName, headerNames, requestMembers } from '../protocol/wire-format.ts'
import { type Fields, readFields } from './read-request.ts'
import { detailsOf, type HttpStatus, problemOf, type WireError } from './wire-error.ts'

export interface WireCodec {
  /** Kept with a push configuration, so that its posts are in the words of its client. */
  readonly name: FormatName
  /** Members in the names of either text. `query`: they come from an address. */
  readonly readCall: (params: JsonObject, query?: boolean) => Fields
  readonly writeResult: (name: OperationName, result: object) => object
  /** A stream response: one member, whose name is the kind. */
  readonly writeEvent: (event: StreamEvent) => object
  /** The body of a failed answer over HTTP+JSON. In JSON-RPC both texts write the same error. */
  readonly writeError: (error: WireError, status: HttpStatus) => JsonObject
  /** Content types over HTTP+JSON: for callers who accept it, and of errors. */
  readonly contentType: string
  readonly errorType: string
}

/** Other names that requests have for a member: those of the public text, and of older ones. */
const otherNames = {
  ...requestMembers,
  id: 'taskId',
  taskPushNotificationConfig: 'pushNotificationConfig',
  pushNotificationConfig: 'config',
}

const publicNames: { readonly [name: string]: string } = { ...requestMembers, ...answerMembers }

interface Page {
  readonly tasks?: readonly Task[]
  readonly configs?: readonly PushConfig[]
  readonly nextCursor?: string | undefined
}

function createCodec(name: FormatName, own: Pick<WireCodec, 'writeError' | 'contentType' | 'errorType'>): WireCodec {
  const isPublic = name === 'public'
  const memberName = (member: string): string => (isPublic && publicNames[member]) || member

  /** The public text lacks some members. Its objects are closed, so one member too many makes an answer invalid. */
  function without<T extends object>(object: T, ...names: readonly (keyof T & string)[]): object {
    if (!isPublic) return object
    return Object.fromEntries(
      Object.entries(object).filter(([member]) => !(names as readonly string[]).includes(member)),
    )
  }

  const writeTask = (task: Task): object => without(task, 'createdAt', 'lastModified')
  const writeConfig = ({ configId, ...rest }: PushConfig): object =>
    without({ ...rest, configId, id: configId }, 'configId', 'createdAt')

  /** The cursor has both names in the document's text, and is "" at the end under the public one. */
  function writePage({ tasks, configs, nextCursor, ...rest }: Page): object {
    const items = tasks ? { tasks: tasks.map(writeTask) } : { configs: configs?.map(writeConfig) }
    const page = { ...items, ...rest, ...(nextCursor !== undefined && { nextCursor }), nextPageToken: nextCursor ?? '' }
    return without(page, 'nextCursor')
  }

  function writeResult(operation: OperationName, result: object): object {
    switch (operations[operation].answer) {
      case 'card':
        // Any change would break the signatures of a card.
        return (result as AgentCard).signatures?.length ? result : without(result as AgentCard, 'extensions')
      case 'tasks':
      case 'configs':
        return writePage(result)
      case 'task':
        return writeTask(result as Task)
      case 'config':
        return writeConfig(result as PushConfig)
      default:
        return 'task' in result ? { task: writeTask(result.task as Task) } : result
    }
  }

  return {
    ...{ name, writeResult, ...own },
    readCall: (params, query = false) => readFields(params, '', { query, memberName, otherNames }),
    writeEvent(event) {
      if (event.kind === 'task') return { task: writeTask(event.task) }
      if (event.kind === 'message') return { message: event.message }
      const { kind, ...body } = event
      if (kind === 'status') return { [memberName('taskStatusUpdate')]: body }
      return { [memberName('taskArtifactUpdate')]: without(body as Omit<ArtifactEvent, 'kind'>, 'index') }
    },
  }
}

/** The google.rpc.Status of an error. */
function statusOf(error: WireError, { http, status }: HttpStatus): JsonObject {
  return { error: { code: http, status, message: error.message, details: detailsOf(error) } }
}

export const publicCodec: WireCodec = createCodec('public', {
  writeError: statusOf,
  contentType: contentTypes.publicJson,
  errorType: contentTypes.json,
})

/** Errors hold the google.rpc.Status too. */
export const documentCodec: WireCodec = createCodec('document', {
  writeError: (error, status) => ({ ...problemOf(error, status), ...statusOf(error, status) }),
  contentType: contentTypes.json,
  errorType: contentTypes.problem,
})

/**
 * The codec of a request, before anything else is known of it: the public one where only the version header of the public text, or
 * the query, names the version. A request that names none gets what readers of both texts understand.
 */
export function codecOf(headers: Headers, url: URL | undefined): WireCodec {
  const { document, public: other } = headerNames.version
  const isPublic = !headers.has(document) && (headers.has(other) || url?.searchParams.has(other))
  return isPublic ? publicCodec : documentCodec
}

/** The codec that a push configuration was registered by. */
export function codecNamed(name: string): WireCodec {
  return name === 'public' ? publicCodec : documentCodec
}
