/** The tool-call binding: what its tools take, as an OpenRPC document and as the answer to `tools/list`. */
import { dialectOf } from '../dialect.ts'
import { type OperationName, operations } from '../operations.ts'
import type { Profile, ServiceEntry } from '../profile.ts'
import type { Shape } from '../shape.ts'
import { refusalShape } from '../shapes.ts'
import { longestKey } from './idempotency.ts'
import { answerShapeOf, type DocumentedSettings, enveloped, offeredOperations } from './openapi.ts'
import { documentedShape } from './request-shapes.ts'

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Shape
}

const descriptions: Readonly<Record<OperationName, string>> = {
  createCart: 'Makes a cart with the given lines.',
  getCart: 'Gives a cart.',
  updateCart: 'Replaces what a cart holds: lines that are left out are removed.',
  cancelCart: 'Cancels a cart and gives it as it was.',
  search: 'Searches products by words and filters.',
  lookup: 'Gives products by the ids of products or variants.',
}

function metaShape({ limits }: DocumentedSettings, keyed: boolean): Shape {
  const { agentMeta } = dialectOf()
  return {
    type: 'object',
    required: keyed ? [agentMeta, 'idempotency-key'] : [agentMeta],
    properties: {
      [agentMeta]: { type: 'object', required: ['profile'], properties: { profile: { type: 'string' } } },
      'idempotency-key': { type: 'string', minLength: limits.keyLength, maxLength: longestKey },
    },
  }
}

/** The arguments of an operation's tool. */
function argumentsShape(name: OperationName, settings: DocumentedSettings): Shape {
  const { limits, signatures } = settings
  const { changes, payload, path } = operations[name]
  const body = documentedShape(name, limits)
  const members = {
    meta: metaShape(settings, changes && signatures === 'required'),
    ...(path.includes('{id}') && { id: { type: 'string', minLength: 1 } as const }),
    ...(payload && body && { [payload]: body }),
  }
  return { type: 'object', required: Object.keys(members), properties: members }
}

export function toolsOf(profile: Profile, settings: DocumentedSettings): readonly Tool[] {
  return offeredOperations(profile).map((name) => ({
    name: operations[name].tool,
    description: descriptions[name],
    inputSchema: argumentsShape(name, settings),
  }))
}

export function openRpcOf(
  profile: Profile,
  service: ServiceEntry,
  settings: DocumentedSettings,
): Readonly<Record<string, unknown>> {
  const methods = offeredOperations(profile).map((name) => {
    const { required = [], properties = {} } = argumentsShape(name, settings)
    return {
      name: operations[name].tool,
      summary: descriptions[name],
      paramStructure: 'by-name',
      params: Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
      result: { name: 'answer', schema: { anyOf: [enveloped(answerShapeOf(name)), enveloped(refusalShape)] } },
    }
  })
  return {
    openrpc: '1.3.2',
    info: { title: 'Commerce protocol: cart and catalog, called as tools', version: profile.version },
    ...(service.endpoint !== undefined && { servers: [{ name: 'tools', url: service.endpoint }] }),
    methods,
  }
}
