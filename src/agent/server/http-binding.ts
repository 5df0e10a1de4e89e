/** HTTP+JSON: an address and a verb for each operation, parameters in path, query and body. */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { contentTypes } from '../dialect.ts'
import { AgentError } from '../error.ts'
import { type OperationName, operations } from '../operations.ts'
import type { Binding, BindingRequest } from './binding.ts'
import { problemOf, wireErrorOf } from './error-body.ts'
import { isObject, readFields } from './fields.ts'

export interface HttpRoute {
  /** `undefined`: the path is known, and has no operation for this verb. */
  readonly name: OperationName | undefined
  /** Verbs that the path has. */
  readonly verbs: readonly string[]
  /** From the path: the tenant, and parameters by name. */
  readonly tenant: string | undefined
  readonly named: { readonly [name: string]: string }
}

interface Pattern {
  readonly name: OperationName
  readonly verbs: readonly string[]
  readonly path: RegExp
}

const patterns: readonly Pattern[] = (Object.keys(operations) as OperationName[]).map((name) => {
  const { verb, path } = operations[name]
  const source = path.replace(/\{(\w+)\}/g, '(?<$1>[^/:]+)')
  // The public text allows a subscription by GET as well.
  return { name, verbs: name === 'SubscribeToTask' ? [verb, 'GET'] : [verb], path: new RegExp(`^${source}$`) }
})

/** `path`: below the interface's address, with a slash in front. `undefined`: no operation has such a path. */
export function routeOf(verb: string, path: string): HttpRoute | undefined {
  const [, first = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
  return match(verb, path, undefined) ?? (rest === '' ? undefined : match(verb, rest, first))
}

function match(verb: string, path: string, tenant: string | undefined): HttpRoute | undefined {
  const fitting = patterns.flatMap((pattern) => {
    const found = pattern.path.exec(path)
    return found ? [{ ...pattern, groups: found.groups ?? {} }] : []
  })
  if (fitting.length === 0) return undefined
  const hit = fitting.find(({ verbs }) => verbs.includes(verb))
  const named = Object.fromEntries(Object.entries(hit?.groups ?? {}).map(([name, text]) => [name, decode(text)]))
  return {
    name: hit?.name,
    verbs: fitting.flatMap(({ verbs }) => verbs),
    tenant: tenant === undefined ? undefined : decode(tenant),
    named,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AgentError('INVALID_REQUEST', 'The path has a broken percent sign', { hint: 'Encode the path as UTF-8.' })
  }
}

/** Parameters of the path win over those of query and body. */
export function readHttpRequest(
  { name, named, tenant }: HttpRoute & { readonly name: OperationName },
  query: URLSearchParams,
  body: JsonValue | undefined,
): BindingRequest {
  if (body !== undefined && !isObject(body)) {
    throw new AgentError('INVALID_REQUEST', 'The body is not a JSON object', { hint: 'Send an object.' })
  }
  const fromBody = operations[name].verb === 'POST' ? (body ?? {}) : queryOf(query)
  // A repeated subscription may come as GET.
  const params = readFields({ ...fromBody, ...named }, '', operations[name].verb !== 'POST')
  return { name, params, tenant: tenant ?? (params.text('tenant') || undefined) }
}

/** A parameter that is given more than once is a list, which no operation takes. */
function queryOf(query: URLSearchParams): JsonObject {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...more] = query.getAll(name)
      return [name, more.length > 0 ? [value, ...more] : value]
    }),
  )
}

export const httpBinding: Binding = {
  contentType: (spelling) => contentTypes.json[spelling],
  value: (value) => JSON.stringify(value),
  frame: ['', ''],
  error: (error) => JSON.stringify(problemOf(wireErrorOf(error))),
  errorType: contentTypes.problem,
  errorStatus: (status) => status,
}
