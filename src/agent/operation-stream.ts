/** The stream of one operation, with the limits that the host chose. Loaded when the first stream is read. */

import type { OperationName } from './operations.ts'
import { readEvents, type StreamBatches } from './read-events.ts'
import { reconnectOf } from './reconnect.ts'
import type { StreamOptions } from './stream-options.ts'
import type { RunningStream, StreamCells } from './stream-types.ts'
import { createTaskStream } from './task-stream.ts'
import type { Params, Transport } from './transport.ts'
import type { Task } from './types.ts'

/** What a stream needs of its agent. */
export interface StreamParts {
  readonly transport: Transport
  readonly options: StreamOptions
  readonly getTask: (request: { readonly id: string }, options: { readonly signal: AbortSignal }) => Promise<Task>
}

export interface StreamRequest {
  readonly name: OperationName
  readonly params: Params
  /** The task that the events must be of, where it is known. */
  readonly taskId: string | undefined
  /** Ends the whole stream. */
  readonly signal: AbortSignal | undefined
}

export function createOperationStream(
  { transport, options, getTask }: StreamParts,
  { name, params, taskId, signal }: StreamRequest,
  cells: StreamCells,
): RunningStream {
  const { timeout = 30_000, idleTimeout = 60_000, eventBytes = 4_194_304, bodyBytes = 16_777_216 } = options
  const limits = { idleTimeout, eventBytes, bodyBytes }
  // Some agents say nothing before their first event.
  const patience = Math.max(timeout, idleTimeout)
  const open = (operation: OperationName, request: Params, attempt: AbortSignal): Promise<StreamBatches> =>
    transport.open(operation, request, { signal: attempt, timeout: patience }, (response, envelope) =>
      readEvents(response, envelope, limits),
    )
  return createTaskStream({
    ...cells,
    open: (attempt) => open(name, params, attempt),
    subscribe: (id, attempt) => open('SubscribeToTask', { id }, attempt),
    getTask: (id, attempt) => getTask({ id }, { signal: attempt }),
    taskId,
    repeatable: name === 'SubscribeToTask',
    taskBytes: options.taskBytes ?? 67_108_864,
    signal,
    reconnect: reconnectOf(options.reconnect),
    onError: options.onError ?? (() => undefined),
  })
}
