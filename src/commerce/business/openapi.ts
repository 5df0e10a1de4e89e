/** The REST binding as an OpenAPI 3.1 document. Its schemas are the objects that requests are checked with. */
import { dialectOf } from '../dialect.ts'
import { capabilityOf, type Operation, type OperationName, operationNames, operations } from '../operations.ts'
import { lookupAnswerShape, searchAnswerShape } from '../product-shapes.ts'
import type { Profile, ServiceEntry } from '../profile.ts'
import type { Shape } from '../shape.ts'
import { cartShape, refusalShape } from '../shapes.ts'
import { envelopeShape, errorShape } from './answer-shapes.ts'
import { keyPattern } from './idempotency.ts'
import type { Settings } from './options.ts'
import { documentedShape } from './request-shapes.ts'

/** What the documents say of how a business is set. */
export type DocumentedSettings = Pick<Settings, 'limits' | 'signatures'>

type Json = Readonly<Record<string, unknown>>

/** Every status that an operation may have beside success. */
const errors: Readonly<Record<number, string>> = {
  400: 'The request or its agent header cannot be served.',
  401: 'Credentials or signature are missing or wrong.',
  403: 'The credentials do not permit the operation.',
  405: 'The path has other methods.',
  408: 'The body did not come in time.',
  409: 'The idempotency key was used for another request, or the cart was changed at the same time.',
  413: 'The body is too large.',
  422: 'The profile of the platform is malformed, or its version is not supported.',
  424: 'The profile of the platform cannot be fetched.',
  429: 'Too many requests. Retry-After has the seconds to wait.',
  500: 'An unexpected error.',
  503: 'Temporarily unavailable. Retry-After has the seconds to wait.',
}

/** What an operation answers, without the envelope. */
export function answerShapeOf(name: OperationName): Shape {
  if (name === 'search') return searchAnswerShape
  return name === 'lookup' ? lookupAnswerShape : cartShape
}

/** With the member `commerce`. */
export function enveloped(shape: Shape): Shape {
  return {
    ...shape,
    required: ['commerce', ...(shape.required ?? [])],
    properties: { commerce: envelopeShape, ...shape.properties },
  }
}

/** The operations whose capability the profile has. */
export function offeredOperations(profile: Profile): readonly OperationName[] {
  return operationNames.filter((name) =>
    Object.hasOwn(profile.capabilities, capabilityOf(operations[name], dialectOf())),
  )
}

export function openApiOf(profile: Profile, service: ServiceEntry, settings: DocumentedSettings): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of offeredOperations(profile)) {
    const operation = operations[name]
    const { path, method } = operation
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, operation, settings) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Commerce protocol: cart and catalog', version: profile.version },
    ...(service.endpoint !== undefined && { servers: [{ url: service.endpoint }] }),
    paths,
    components: { schemas: { Error: errorShape, Refusal: enveloped(refusalShape) } },
  }
}

function operationOf(name: OperationName, operation: Operation, settings: DocumentedSettings): Json {
  const body = documentedShape(name, settings.limits)
  const refused = { $ref: '#/components/schemas/Refusal' }
  const done = enveloped(answerShapeOf(name))
  const outcomes =
    name === 'createCart'
      ? { 201: answer('Done.', done), 200: answer('A business outcome: nothing was made.', refused) }
      : { 200: answer('Done, or a business outcome.', { anyOf: [done, refused] }) }
  const failures = Object.entries(errors).map(([status, text]) => [
    status,
    answer(text, { $ref: '#/components/schemas/Error' }),
  ])
  return {
    operationId: name,
    parameters: parametersOf(operation, settings),
    ...(body && {
      requestBody: { required: name !== 'cancelCart', content: { 'application/json': { schema: body } } },
    }),
    responses: { ...outcomes, ...Object.fromEntries(failures) },
  }
}

function parametersOf({ path, changes }: Operation, { limits, signatures }: DocumentedSettings): readonly Json[] {
  const schema = { type: 'string' }
  const required = signatures === 'required'
  return [
    {
      name: dialectOf().agentHeader,
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

function answer(description: string, schema: unknown): Json {
  return { description, content: { 'application/json': { schema } } }
}
