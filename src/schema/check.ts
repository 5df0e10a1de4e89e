/**
 * The verdict of a table's schema on a value, without generated code. Keywords are looked at in ajv's order, and the first
 * that fails ends the search, so that a value has the same findings whichever of the two looks at it.
 */
import { escapeToken } from '../json/pointer.ts'
import { type JsonValue, sameJson } from '../json/value.ts'
import { formats } from './formats.ts'
import type { JsonType, Node, NodeKeywords } from './node.ts'
import type { SchemaError, Validator } from './validator.ts'

type Findings = readonly SchemaError[]

/** `undefined`: the value fits. */
export type Check = (node: Node, value: unknown) => Findings | undefined

type Container = { readonly [key: string]: unknown }

/** Checks values against the schemas of one table. `value` is JSON. */
export function createCheck(nodes: readonly Node[]): Check {
  const patterns = new Map<string, RegExp>()

  function check(node: Node, value: unknown): Findings | undefined {
    if (typeof node === 'number') return check(nodes[node] as Node, value)
    if (typeof node === 'boolean') return node ? undefined : finding('false schema', {})
    const late = lateType(node)
    const mistyped = (when: string | undefined): Findings | undefined =>
      late === when ? typeFault(node, value) : undefined
    return (
      mistyped(undefined) ??
      (typeof value === 'number' ? numberFault(node, value) : mistyped('number')) ??
      (typeof value === 'string' ? textFault(node, value) : mistyped('string')) ??
      plainFault(node, value) ??
      (Array.isArray(value) ? arrayFault(node, value) : mistyped('array')) ??
      (isContainer(value) ? objectFault(node, value) : mistyped('object'))
    )
  }

  function textFault(node: NodeKeywords, text: string): Findings | undefined {
    const { maxLength, minLength, pattern, format } = node
    if (maxLength !== undefined && lengthOf(text) > maxLength) return finding('maxLength', { limit: maxLength })
    if (minLength !== undefined && lengthOf(text) < minLength) return finding('minLength', { limit: minLength })
    if (pattern !== undefined && !patternOf(pattern).test(text)) return finding('pattern', { pattern })
    return format !== undefined && !formats[format]?.test(text) ? finding('format', { format }) : undefined
  }

  function patternOf(source: string): RegExp {
    const known = patterns.get(source)
    if (known) return known
    const pattern = new RegExp(source, 'u')
    patterns.set(source, pattern)
    return pattern
  }

  /** Keywords for values of any type. */
  function plainFault(node: NodeKeywords, value: unknown): Findings | undefined {
    const { $ref, enum: allowed, anyOf, oneOf, allOf } = node
    const referred = $ref === undefined ? undefined : check($ref, value)
    if (referred) return referred
    if ('const' in node && !isEqual(node.const, value)) return finding('const', { allowedValue: node.const })
    if (allowed && !allowed.some((one) => isEqual(one, value))) return finding('enum', { allowedValues: allowed })
    return (
      (anyOf && anyOfFault(anyOf, value)) ?? (oneOf && oneOfFault(oneOf, value)) ?? (allOf && allOfFault(allOf, value))
    )
  }

  function anyOfFault(options: readonly Node[], value: unknown): Findings | undefined {
    const found: SchemaError[] = []
    for (const option of options) {
      const fault = check(option, value)
      if (!fault) return undefined
      found.push(...fault)
    }
    return [...found, ...finding('anyOf', {})]
  }

  function oneOfFault(options: readonly Node[], value: unknown): Findings | undefined {
    const faults = options.map((option) => check(option, value))
    const fitting = faults.filter((fault) => fault === undefined).length
    if (fitting === 1) return undefined
    // Where several fit, what the others lack is no help.
    return [...(fitting > 0 ? [] : faults.flatMap((fault) => fault ?? [])), ...finding('oneOf', {})]
  }

  function allOfFault(parts: readonly Node[], value: unknown): Findings | undefined {
    for (const part of parts) {
      const fault = check(part, value)
      if (fault) return fault
    }
    return undefined
  }

  function arrayFault({ maxItems, minItems, items }: NodeKeywords, list: readonly unknown[]): Findings | undefined {
    if (maxItems !== undefined && list.length > maxItems) return finding('maxItems', { limit: maxItems })
    if (minItems !== undefined && list.length < minItems) return finding('minItems', { limit: minItems })
    if (items === undefined) return undefined
    for (let index = 0; index < list.length; index++) {
      const fault = check(items, list[index])
      if (fault) return below(String(index), fault)
    }
    return undefined
  }

  function objectFault(node: NodeKeywords, object: Container): Findings | undefined {
    const { maxProperties, minProperties, required, additionalProperties, properties } = node
    if (maxProperties !== undefined && Object.keys(object).length > maxProperties)
      return finding('maxProperties', { limit: maxProperties })
    if (minProperties !== undefined && Object.keys(object).length < minProperties)
      return finding('minProperties', { limit: minProperties })
    const missingProperty = required?.find((name) => !Object.hasOwn(object, name))
    if (missingProperty !== undefined) return finding('required', { missingProperty })
    const surplus = additionalProperties === undefined ? undefined : surplusFault(node, object)
    return surplus ?? (properties && memberFault(properties, object))
  }

  function surplusFault(
    { additionalProperties = true, properties = {} }: NodeKeywords,
    object: Container,
  ): Findings | undefined {
    for (const additionalProperty in object) {
      if (Object.hasOwn(properties, additionalProperty) || !Object.hasOwn(object, additionalProperty)) continue
      if (additionalProperties === false) return finding('additionalProperties', { additionalProperty })
      const fault = check(additionalProperties, object[additionalProperty])
      if (fault) return below(additionalProperty, fault)
    }
    return undefined
  }

  function memberFault(properties: { readonly [name: string]: Node }, object: Container): Findings | undefined {
    for (const name in properties) {
      if (!Object.hasOwn(object, name)) continue
      const fault = check(properties[name] as Node, object[name])
      if (fault) return below(name, fault)
    }
    return undefined
  }

  return check
}

/** A validator for one schema of a table. */
export function validatorOf(check: Check, node: Node): Validator {
  const validate: Validator = (value) => {
    const found = check(node, value)
    validate.errors = found ?? null
    return found === undefined
  }
  return validate
}

/** Schemas by name, as data. */
export interface SchemaTable {
  readonly nodes: readonly Node[]
  readonly schemas: { readonly [name: string]: Node }
}

/** A validator for each schema of a table, by its name. */
export function validatorsOf({ nodes, schemas }: SchemaTable): { readonly [name: string]: Validator } {
  const check = createCheck(nodes)
  return Object.fromEntries(Object.entries(schemas).map(([name, node]) => [name, validatorOf(check, node)]))
}

/** Keywords by the type of the values that they judge. */
const keywordsOf: { readonly [type: string]: readonly (keyof NodeKeywords)[] } = {
  number: ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'format'],
  string: ['maxLength', 'minLength', 'pattern', 'format'],
  array: ['maxItems', 'minItems', 'items'],
  object: ['maxProperties', 'minProperties', 'required', 'additionalProperties', 'properties'],
}

/** A single type is looked at together with the keywords for it, so others may come first. */
function lateType(node: NodeKeywords): string | undefined {
  const { type } = node
  return typeof type === 'string' && keywordsOf[type]?.some((keyword) => keyword in node) ? type : undefined
}

function typeFault({ type }: NodeKeywords, value: unknown): Findings | undefined {
  if (
    type === undefined ||
    (typeof type === 'string' ? isOfType(value, type) : type.some((one) => isOfType(value, one)))
  )
    return undefined
  return finding('type', { type })
}

function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return isContainer(value)
    default:
      return typeof value === type
  }
}

function numberFault(node: NodeKeywords, value: number): Findings | undefined {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum } = node
  if (maximum !== undefined && value > maximum) return finding('maximum', { limit: maximum })
  if (minimum !== undefined && value < minimum) return finding('minimum', { limit: minimum })
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return finding('exclusiveMaximum', { limit: exclusiveMaximum })
  return exclusiveMinimum !== undefined && value <= exclusiveMinimum
    ? finding('exclusiveMinimum', { limit: exclusiveMinimum })
    : undefined
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** In characters, not in units of UTF-16. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function isEqual(one: JsonValue | undefined, other: unknown): boolean {
  return one === other || (typeof one === 'object' && sameJson(one, other as JsonValue))
}

function finding(keyword: string, params: SchemaError['params']): Findings {
  return [{ keyword, instancePath: '', params }]
}

/** Paths grow on the way out, so a value that fits costs none. */
function below(name: string, findings: Findings): Findings {
  const step = `/${escapeToken(name)}`
  return findings.map((one) => ({ ...one, instancePath: step + one.instancePath }))
}
