/**
 * The two texts of the protocol v1.0 at the edge of a server: a call in the names of either becomes one in those of the protocol
 * document, and what an operation answers is written as its caller reads it. Nothing inside knows a second name. Version 0.3 has its
 * own codec in `v0-3/`.
 */
import type { JsonObject } from '../../json/value.ts'
import type { OperationName } from '../protocol/routes.ts'
import type { AgentCard, ArtifactEvent, PushConfig, StreamEvent, Task } from '../protocol/types.ts'
import { answerMembers, contentTypes, type FormatName, headerNames, requestMembers } from '../protocol/wire-format.ts'
import { type Fields, readFields } from './read-request.ts'
import { detailsOf, type HttpStatus, problemOf, type WireError } from './wire-error.ts'

export interface WireCodec {
  /** Kept with a push configuration, so that its posts are in the words of its client. */
  readonly name: FormatName
  /** Whether a request is of this text. `url`: its address. */
  readonly matches: (headers: Headers, url: URL | undefined) => boolean
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
const otherNames = new Map<string, readonly string[]>([
  ...Object.entries(requestMembers).map(([name, other]) => [name, [other]] as const),
  ['id', ['taskId']],
  ['taskPushNotificationConfig', ['pushNotificationConfig']],
  ['pushNotificationConfig', ['config']],
])

const publicNames: { readonly [name: string]: string } = { ...requestMembers, ...answerMembers }

/** Members that the public text lacks. Its objects are closed, so one member too many makes an answer invalid. */
type Without = <T extends object>(object: T, ...names: readonly (keyof T & string)[]) => object

const withNone: Without = (object, ...names) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !(names as readonly string[]).includes(name)))

function createCodec(
  name: FormatName,
  without: Without,
  own: Pick<WireCodec, 'matches' | 'writeError' | 'contentType' | 'errorType'>,
): WireCodec {
  const memberName = (member: string): string => (name === 'public' && publicNames[member]) || member
  const writeTask = (task: Task): object => without(task, 'createdAt', 'lastModified')

  /** The cursor has both names in the document's text, and is "" at the end under the public one. */
  function writePage<T extends Page>({ nextCursor, ...rest }: T): object {
    const page = { ...rest, ...(nextCursor !== undefined && { nextCursor }), nextPageToken: nextCursor ?? '' }
    return without(page, 'nextCursor')
  }

  function writeConfig({ configId, ...rest }: PushConfig): object {
    return without({ ...rest, configId, id: configId }, 'configId', 'createdAt')
  }

  function writeArtifact({ kind: _, ...body }: ArtifactEvent): object {
    return without(body, 'index')
  }

  /** Any change would break the signatures of a card. */
  function writeCard(card: AgentCard): object {
    return card.signatures?.length ? card : without(card, 'extensions')
  }

  const writers: { readonly [name in OperationName]?: (result: never) => object } = {
    SendMessage: (answer: { readonly task?: Task }) => (answer.task ? { task: writeTask(answer.task) } : answer),
    GetTask: writeTask,
    CancelTask: writeTask,
    ListTasks: ({ tasks, ...page }: Page & { readonly tasks: readonly Task[] }) =>
      writePage({ tasks: tasks.map(writeTask), ...page }),
    CreatePushNotificationConfig: writeConfig,
    GetPushNotificationConfig: writeConfig,
    ListPushNotificationConfigs: ({ configs, ...page }: Page & { readonly configs: readonly PushConfig[] }) =>
      writePage({ configs: configs.map(writeConfig), ...page }),
    GetExtendedAgentCard: writeCard,
  }

  return {
    ...{ name, ...own },
    readCall: (params, query = false) => readFields(params, '', { query, memberName, otherNames }),
    writeResult: (operation, result) => writers[operation]?.(result as never) ?? result,
    writeEvent(event) {
      if (event.kind === 'task') return { task: writeTask(event.task) }
      if (event.kind === 'message') return { message: event.message }
      if (event.kind === 'artifact') return { [memberName('taskArtifactUpdate')]: writeArtifact(event) }
      const { kind: _, ...body } = event
      return { [memberName('taskStatusUpdate')]: body }
    },
  }
}

interface Page {
  readonly nextCursor?: string | undefined
}

/** The google.rpc.Status of an error. */
function statusOf(error: WireError, { http, status }: HttpStatus): JsonObject {
  return { error: { code: http, status, message: error.message, details: detailsOf(error) } }
}

/** Where only the version header of the public text, or the query, names the version. */
export const publicCodec: WireCodec = createCodec('public', withNone, {
  matches: (headers, url) =>
    !headers.has(headerNames.version.document) &&
    (headers.has(headerNames.version.public) || url?.searchParams.has(headerNames.version.public) === true),
  writeError: statusOf,
  contentType: contentTypes.publicJson,
  errorType: contentTypes.json,
})

/** Also for requests that name no version: it writes what readers of both texts understand. Errors hold the google.rpc.Status too. */
export const documentCodec: WireCodec = createCodec('document', (object) => object, {
  matches: () => true,
  writeError: (error, status) => ({ ...problemOf(error, status), ...statusOf(error, status) }),
  contentType: contentTypes.json,
  errorType: contentTypes.problem,
})

const codecs = [publicCodec, documentCodec]

/** The codec of a request, before anything else is known of it. */
export function codecOf(headers: Headers, url: URL | undefined): WireCodec {
  return codecs.find((one) => one.matches(headers, url)) ?? documentCodec
}

/** The codec that a push configuration was registered by. */
export function codecNamed(name: string): WireCodec {
  return codecs.find((one) => one.name === name) ?? documentCodec
}
