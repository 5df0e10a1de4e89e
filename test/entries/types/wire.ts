// Messages as an agent or a host writes and reads them in TypeScript. Only the compiler reads this: `npm test` checks it against
// the sources, and .ci/package.mjs against the declarations of the packed package.
import { createRuntime } from 'surface-runtime'
import { createAgentServer } from 'surface-runtime/agent/server'
import type {
  ClientMessage,
  ClientMessageV08,
  ClientMessageV09,
  ComponentV08,
  ComponentV09,
  DataEntryV08,
  JsonObject,
  MessageV08,
  MessageV09,
  SurfaceMessage,
} from 'surface-runtime/core'

const catalogId = 'https://host.example/travel'
const title: ComponentV09 = { id: 'root', component: 'Text', text: { path: '/title' } }

export const sent: readonly MessageV09[] = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId, theme: { primaryColor: '#123456' } } },
  { version: 'v0.9.1', updateComponents: { surfaceId: 's', components: [title] } },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/title', value: 'Home' } },
  { version: 'v0.9', deleteSurface: { surfaceId: 's' } },
]

const older: ComponentV08 = { id: 'root', weight: 1, component: { Text: { text: { literalString: 'Home' } } } }
const entry: DataEntryV08 = { key: 'trip', valueMap: [{ key: 'days', valueNumber: 3 }] }

export const sentOlder: readonly MessageV08[] = [
  { surfaceUpdate: { surfaceId: 's', components: [older] } },
  { dataModelUpdate: { surfaceId: 's', contents: [entry] } },
  { beginRendering: { surfaceId: 's', root: 'root' } },
  { deleteSurface: { surfaceId: 's' } },
]

/** Reading: one key tells which message it is, and the version which members it has. */
export function surfaceOf(message: SurfaceMessage): string {
  if (message.version === undefined) {
    const { beginRendering, surfaceUpdate, dataModelUpdate, deleteSurface } = message
    return (beginRendering ?? surfaceUpdate ?? dataModelUpdate ?? deleteSurface).surfaceId
  }
  if (message.createSurface) return message.createSurface.catalogId satisfies string
  if (message.updateComponents) return message.updateComponents.components.map(({ component }) => component).join()
  // The two that are left.
  const { updateDataModel, deleteSurface } = message
  return (updateDataModel ?? deleteSurface).surfaceId
}

export function said(message: ClientMessage): string {
  if (message.error) return message.error.code === 'VALIDATION_FAILED' ? message.error.path : message.error.message
  const action = message.version === undefined ? message.userAction : message.action
  return `${action.name} ${JSON.stringify(action.context satisfies JsonObject)} ${action.sourceComponentId}`
}

/** The components of one's own catalog, as a union. */
type Travel =
  | { readonly id: string; readonly component: 'Stay'; readonly hotel: string | { readonly path: string } }
  | { readonly id: string; readonly component: 'Flight'; readonly number: string }

export const own: MessageV09<Travel> = {
  version: 'v0.9',
  updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Stay', hotel: { path: '/hotel' } }] },
}

// Where they are taken and handed over.

export const runtime = createRuntime({
  onEvent: (_event, wire) => said(wire),
  onError: (_error, wire) => wire && said(wire),
})
runtime.apply([...sent, ...sentOlder])

export const agent = createAgentServer({
  card: { name: 'Travel', description: 'Plans trips.' },
  async *execute() {
    yield { surface: sent }
    yield { surface: own }
  },
})

/** It is passed on as JSON. */
export const passed = (message: ClientMessage): JsonObject => message

// Slips that the compiler finds.

// @ts-expect-error: two messages in one object.
export const two: MessageV09 = {
  version: 'v0.9',
  deleteSurface: { surfaceId: 's' },
  createSurface: { surfaceId: 's', catalogId },
}
// @ts-expect-error: none.
export const none: MessageV09 = { version: 'v0.9' }
// @ts-expect-error: a message of v0.9 has a version.
export const unversioned: SurfaceMessage = { createSurface: { surfaceId: 's', catalogId } }
// @ts-expect-error: a message of v0.8 has none.
export const versioned: SurfaceMessage = { version: 'v0.9', beginRendering: { surfaceId: 's', root: 'root' } }
// @ts-expect-error: there is no such version.
export const later: MessageV09 = { version: 'v1.0', deleteSurface: { surfaceId: 's' } }
// @ts-expect-error: the member is called `surfaceId`.
export const misspelt: MessageV09 = { version: 'v0.9', deleteSurface: { surfaceID: 's' } }
// @ts-expect-error: a component of v0.9 names its type.
export const untyped: ComponentV09 = { id: 'root', text: 'Home' }
// @ts-expect-error: an entry has exactly one value.
export const twice: DataEntryV08 = { key: 'days', valueNumber: 3, valueString: '3' }
export const foreign: MessageV09<Travel> = {
  version: 'v0.9',
  // @ts-expect-error: the catalog has no such component.
  updateComponents: { surfaceId: 's', components: [title] },
}
// @ts-expect-error: only v0.8 calls it `userAction`.
export const mixed = (message: ClientMessageV09): string => message.userAction.name
// @ts-expect-error: it may be a report.
export const report = (message: ClientMessageV08): string => message.userAction.name
