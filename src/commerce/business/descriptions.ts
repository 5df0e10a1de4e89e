/** Documents that are made when they are asked for: the public profile, and both bindings in OpenAPI and OpenRPC. */

import { parseAddress } from '../../text/address.ts'
import {
  cartShape,
  envelopeShape,
  errorShape,
  lookupAnswerShape,
  refusalShape,
  searchAnswerShape,
} from '../answer-shapes.ts'
import { type CapabilityEntry, parentsOf } from '../negotiate.ts'
import type { Profile, ServiceEntry } from '../profile.ts'
import { list, object, type Shape, text } from '../shape.ts'
import { publicPath, publicTransport, respelled, type WireNames, wireNames } from '../wire-names.ts'
import { keyPattern, longestKey } from './idempotency.ts'
import { documentedShape, type ServedOperation, servedIn, withMember } from './operations.ts'
import type { Settings } from './options.ts'

/** What the documents say of how a business is set. */
export type DocumentedSettings = Pick<Settings, 'limits' | 'signatures' | 'operations'>

type Json = Readonly<Record<string, unknown>>

/** Every status that an operation may have beside success. */
const errors: Readonly<Record<number, string>> = {
  400: 'The request or its agent header cannot be served.',
  401: 'Credentials or signature are missing or wrong.',
  403: 'The credentials do not permit the operation.',
  405: 'The path does not take this method.',
  408: 'The body did not come in time.',
  409: 'The idempotency key was used for another request, or the cart was changed at the same time.',
  413: 'The body is too large.',
  422: 'The profile of the platform is malformed, or its version is not supported.',
  424: 'The profile of the platform cannot be fetched.',
  429: 'Too many requests. Retry-After has the seconds to wait.',
  500: 'The business has a fault.',
  503: 'Temporarily unavailable. Retry-After has the seconds to wait.',
}

/** What an operation answers, without the envelope. What a host's own answers is not known. */
function answerShapeOf({ name, tool }: ServedOperation, wire: WireNames): Shape {
  const spelled = wire.name === 'ucp' ? publicProduct : (product: Shape): Shape => product
  const withProducts = (answerOf: Shape): Shape =>
    withMember(answerOf, 'products', (list) => ({ ...list, items: spelled(list.items ?? {}) }))
  if (tool === 'get_product')
    return object({ product: spelled(lookupAnswerShape.properties?.['products']?.items ?? {}) })
  if (name === 'search') return withProducts(searchAnswerShape)
  if (name === 'lookup') return withProducts(lookupAnswerShape)
  return name.endsWith('Cart') ? cartShape : { type: 'object' }
}

function publicProduct(product: Shape): Shape {
  return withMember(product, 'variants', (variants) => {
    const { required = [], properties: { selected_options: options, ...properties } = {} } = variants.items ?? {}
    const description = product.properties?.['description'] ?? {}
    const items = { properties: { ...properties, description, options: options ?? {} } }
    return { ...variants, items: { ...variants.items, ...items, required: [...required, 'description'] } }
  })
}

/** With the envelope. */
function enveloped(shape: Shape, { member }: WireNames): Shape {
  return {
    ...shape,
    required: [member, ...(shape.required ?? [])],
    properties: { [member]: envelopeShape, ...shape.properties },
  }
}

/** What the body of a protocol error has. */
function errorShapeIn(wire: WireNames): Shape {
  if (wire.name === 'document') return errorShape
  const message = object({ type: text, code: text, content: text, severity: text })
  return enveloped(object({ messages: list(message, 1) }, { continue_url: text }), wire)
}

/** The operations whose capability the profile has. */
function offeredOperations(
  profile: Profile,
  settings: DocumentedSettings,
  wire: WireNames,
): readonly ServedOperation[] {
  return servedIn(wire, settings).filter(({ capability }) => Object.hasOwn(profile.capabilities, capability))
}

export function openApiOf(
  profile: Profile,
  service: ServiceEntry,
  settings: DocumentedSettings,
  wire: WireNames = wireNames(),
): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of offeredOperations(profile, settings, wire)) {
    const { path, method } = operation
    if (path === undefined || method === undefined) continue
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operation, path, settings, wire) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Commerce protocol: cart and catalog', version: profile.version },
    ...(service.endpoint !== undefined && { servers: [{ url: service.endpoint }] }),
    paths,
    components: { schemas: { Error: errorShapeIn(wire), Refusal: enveloped(refusalShape, wire) } },
  }
}

function operationOf(operation: ServedOperation, path: string, settings: DocumentedSettings, wire: WireNames): Json {
  const { name, changes, tool, isEffect } = operation
  const body = documentedShape(operation, settings.limits)
  const refused = { $ref: '#/components/schemas/Refusal' }
  const done = enveloped(answerShapeOf(operation, wire), wire)
  const outcomes =
    name === 'createCart'
      ? { 201: answerOf('Done.', done), 200: answerOf('A business outcome: nothing was made.', refused) }
      : {
          ...(isEffect && { 201: answerOf('Done.', done) }),
          200: answerOf('Done, or a business outcome.', { anyOf: [done, refused] }),
        }
  const failures = Object.entries(errors).map(([status, text]) => [
    status,
    answerOf(text, { $ref: '#/components/schemas/Error' }),
  ])
  return {
    operationId: tool === 'get_product' ? 'getProduct' : name,
    parameters: parametersOf(path, changes, settings, wire),
    ...(body && {
      requestBody: { required: body.required !== undefined, content: { 'application/json': { schema: body } } },
    }),
    responses: { ...outcomes, ...Object.fromEntries(failures) },
  }
}

function parametersOf(
  path: string,
  changes: boolean,
  { limits, signatures }: DocumentedSettings,
  { agentHeader }: WireNames,
): readonly Json[] {
  const schema = { type: 'string' }
  const required = signatures === 'required'
  return [
    {
      name: agentHeader,
      in: 'header',
      required: true,
      schema,
      description: 'RFC 8941 dictionary: profile="https://…"',
    },
    ...(changes
      ? [{ name: 'Idempotency-Key', in: 'header', required, schema: { ...schema, pattern: keyPattern(limits) } }]
      : []),
    ...(path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema }] : []),
  ]
}

function answerOf(description: string, schema: unknown): Json {
  return { description, content: { 'application/json': { schema } } }
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Shape
}

function metaShape({ limits }: DocumentedSettings, { agentMeta }: WireNames, keyed: boolean): Shape {
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
function argumentsShape(operation: ServedOperation, settings: DocumentedSettings, wire: WireNames): Shape {
  const { limits, signatures } = settings
  const { changes, payload, path } = operation
  const body = documentedShape(operation, limits)
  const members = {
    meta: metaShape(settings, wire, changes && signatures === 'required'),
    ...(path?.includes('{id}') && { id: { type: 'string', minLength: 1 } as const }),
    ...(payload && body && { [payload]: body }),
  }
  const required = Object.keys(members).filter((name) => name !== payload || body?.required !== undefined)
  return { type: 'object', required, properties: members }
}

export function toolsOf(profile: Profile, settings: DocumentedSettings, wire: WireNames): readonly Tool[] {
  return offeredOperations(profile, settings, wire).map((operation) => ({
    name: operation.tool,
    description: operation.description,
    inputSchema: argumentsShape(operation, settings, wire),
  }))
}

export function openRpcOf(
  profile: Profile,
  service: ServiceEntry,
  settings: DocumentedSettings,
  wire: WireNames = wireNames(),
): Readonly<Record<string, unknown>> {
  const methods = offeredOperations(profile, settings, wire).map((operation) => {
    const { required = [], properties = {} } = argumentsShape(operation, settings, wire)
    return {
      name: operation.tool,
      summary: operation.description,
      paramStructure: 'by-name',
      params: Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
      result: {
        name: 'answer',
        schema: { anyOf: [enveloped(answerShapeOf(operation, wire), wire), enveloped(refusalShape, wire)] },
      },
    }
  })
  return {
    openrpc: '1.3.2',
    info: { title: 'Commerce protocol: cart and catalog, called as tools', version: profile.version },
    ...(service.endpoint !== undefined && {
      servers: [{ name: wire.name === 'ucp' ? publicTransport('tools') : 'tools', url: service.endpoint }],
    }),
    methods,
  }
}

const [seed, ucp] = [wireNames('document'), wireNames('ucp')]

/**
 * Names and addresses of the governing body become those of the public protocol, and a description of a binding that the
 * business serves itself has an address of its own. Everything else stays.
 *
 * @param versions Older protocol version → address of its profile, in document 000's spelling.
 */
export function publicProfile(profile: Profile, versions: Readonly<Record<string, string>>): Json {
  const { version, services, capabilities, paymentHandlers, signingKeys } = profile
  const older = Object.entries(versions).map(([version, address]) => [version, publicVersion(address)])
  return {
    ucp: {
      version,
      services: renamed(services, (list) => list.map(publicService)),
      capabilities: renamed(capabilities, (list) => list.map(publicCapability)),
      payment_handlers: renamed(paymentHandlers, (handler) => handler),
      ...(older.length > 0 && { supported_versions: Object.fromEntries(older) }),
    },
    // Releases name the list of keys differently.
    ...(signingKeys.length > 0 && { signing_keys: signingKeys, keys: signingKeys }),
  }
}

/** The business describes its bindings at an address of its own for each spelling. */
function publicSchema(address: string, endpoint: string): string {
  const schema = parseAddress(address)
  if (!schema || schema.origin !== parseAddress(endpoint)?.origin) return publicAddress(address)
  return `${schema.origin}${publicPath(schema.pathname)}`
}

function publicService({ transport, schema, spec, ...entry }: ServiceEntry): Json {
  return {
    ...{ ...entry, transport: publicTransport(transport) },
    ...(schema !== undefined && { schema: publicSchema(schema, entry.endpoint ?? '') }),
    ...(spec !== undefined && { spec: publicAddress(spec) }),
  }
}

function publicCapability({ name: _, ...entry }: CapabilityEntry): Json {
  const { spec, schema } = entry
  const parents = parentsOf(entry).map(publicName)
  return {
    ...entry,
    ...(spec !== undefined && { spec: publicAddress(spec) }),
    ...(schema !== undefined && { schema: publicAddress(schema) }),
    ...(parents.length > 0 && { extends: parents }),
  }
}

function renamed<T, U>(byName: Readonly<Record<string, T>>, change: (value: T) => U): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(byName).map(([name, value]) => [publicName(name), change(value)]))
}

function publicName(name: string): string {
  return respelled(name, seed, ucp)
}

/** An address on the governing body's domain gets the public protocol's domain: that one has authority over the public name. */
function publicAddress(address: string): string {
  const host = parseAddress(address)?.hostname ?? ''
  if (host !== seed.domain && !host.endsWith(`.${seed.domain}`)) return address
  return address.replace(seed.domain, ucp.domain)
}

function publicVersion(address: string): string {
  return address.replace(seed.wellKnown, ucp.wellKnown)
}
