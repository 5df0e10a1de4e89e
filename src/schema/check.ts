/**
 * The verdict of a table's schema on a value, without generated code. Each keyword becomes a function when a value is first
 * checked. Keywords are looked at in ajv's order, and the first that fails ends the search, so that a value has the same
 * findings whichever of the two looks at it.
 */
import { escapeToken } from '../json/pointer.ts'
import { isObject, type JsonValue, sameJson } from '../json/value.ts'
import { formats } from './formats.ts'
import type { JsonType, Node, NodeKeywords } from './node.ts'
import type { SchemaError, Validator } from './validator.ts'

type Findings = readonly SchemaError[]

/** `undefined`: the value, which is JSON, fits. */
export type Check = (node: Node, value: unknown) => Findings | undefined

type Judge = (value: unknown) => Findings | undefined

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

/** A validator for one schema of a table. */
export function validatorOf(check: Check, node: Node): Validator {
  const validate: Validator = (value) => {
    const found = check(node, value)
    validate.errors = found ?? null
    return found === undefined
  }
  return validate
}

/**
 * Checks values against the schemas of one table. `fits` tells of a schema, by its index, which values certainly fit: an
 * answer to what is asked most.
 */
export function createCheck(
  nodes: readonly Node[],
  fits: (index: number) => ((value: unknown) => boolean) | undefined = () => undefined,
): Check {
  const judges = new Map<Node, Judge>()

  function judgeOf(node: Node): Judge {
    const known = judges.get(node)
    if (known) return known
    const judge = typeof node === 'number' ? referred(node) : joined(rulesOf(node, judgeOf))
    judges.set(node, judge)
    return judge
  }

  /** Made when it is first asked, because it may refer to itself. */
  function referred(index: number): Judge {
    const fitting = fits(index)
    let judge: Judge | undefined
    return (value) => {
      if (fitting?.(value)) return undefined
      judge ??= judgeOf(nodes[index] as Node)
      return judge(value)
    }
  }

  return (node, value) => judgeOf(node)(value)
}

/** The first fault that one of the rules finds. */
function joined(rules: readonly Judge[]): Judge {
  const [only, second] = rules
  if (only && !second) return only
  return (value) => {
    for (let index = 0; index < rules.length; index++) {
      const found = (rules[index] as Judge)(value)
      if (found) return found
    }
    return undefined
  }
}

type JudgeOf = (node: Node) => Judge

function rulesOf(node: Exclude<Node, number>, judgeOf: JudgeOf): readonly Judge[] {
  if (typeof node === 'boolean') return node ? [] : [() => finding('false schema', {})]
  const { type } = node
  const typed = type === undefined ? [] : [typeRule(type)]
  // A single type is looked at together with the keywords for it, so others may come first.
  const groups = [
    numberRules(node),
    textRules(node),
    plainRules(node, judgeOf),
    arrayRules(node, judgeOf),
    objectRules(node, judgeOf),
  ]
  const late = typeof type === 'string' ? groupOf[type] : undefined
  const at = late !== undefined && groups[late]?.length ? late : 0
  return [...groups.slice(0, at).flat(), ...typed, ...groups.slice(at).flat()]
}

const groupOf: { readonly [type: string]: number } = { number: 0, string: 1, array: 3, object: 4 }

function typeRule(type: JsonType | readonly JsonType[]): Judge {
  const fits = typeof type === 'string' ? ofType[type] : (value: unknown) => type.some((one) => ofType[one](value))
  return (value) => (fits(value) ? undefined : finding('type', { type }))
}

const ofType: { readonly [type in JsonType]: (value: unknown) => boolean } = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: Number.isFinite,
  object: isObject,
  string: (value) => typeof value === 'string',
}

type Rule<T> = (value: T) => Findings | undefined

/** A rule for numbers, if the keyword is there. */
function bound(keyword: string, limit: number | undefined, breaks: (value: number, limit: number) => boolean): Judge[] {
  if (limit === undefined) return []
  return [(value) => (typeof value === 'number' && breaks(value, limit) ? finding(keyword, { limit }) : undefined)]
}

function numberRules({ maximum, minimum, exclusiveMaximum, exclusiveMinimum }: NodeKeywords): readonly Judge[] {
  return [
    ...bound('maximum', maximum, (value, limit) => value > limit),
    ...bound('minimum', minimum, (value, limit) => value < limit),
    ...bound('exclusiveMaximum', exclusiveMaximum, (value, limit) => value >= limit),
    ...bound('exclusiveMinimum', exclusiveMinimum, (value, limit) => value <= limit),
  ]
}

function textRules({ maxLength, minLength, pattern, format }: NodeKeywords): readonly Judge[] {
  const rules: Rule<string>[] = []
  if (maxLength !== undefined)
    rules.push((text) => (lengthOf(text) > maxLength ? finding('maxLength', { limit: maxLength }) : undefined))
  if (minLength === 1) rules.push((text) => (text === '' ? finding('minLength', { limit: 1 }) : undefined))
  else if (minLength !== undefined)
    rules.push((text) => (lengthOf(text) < minLength ? finding('minLength', { limit: minLength }) : undefined))
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u')
    rules.push((text) => (expression.test(text) ? undefined : finding('pattern', { pattern })))
  }
  if (format !== undefined)
    rules.push((text) => (formats[format]?.test(text) ? undefined : finding('format', { format })))
  return rules.map(
    (rule): Judge =>
      (value) =>
        typeof value === 'string' ? rule(value) : undefined,
  )
}

/** Rules for values of any type. */
function plainRules(node: NodeKeywords, judgeOf: JudgeOf): readonly Judge[] {
  const { $ref, enum: allowed, anyOf, oneOf, allOf } = node
  const rules: Judge[] = $ref === undefined ? [] : [judgeOf($ref)]
  if ('const' in node) {
    const { const: allowedValue } = node
    rules.push((value) => (isEqual(allowedValue, value) ? undefined : finding('const', { allowedValue })))
  }
  if (allowed)
    rules.push((value) =>
      allowed.some((one) => isEqual(one, value)) ? undefined : finding('enum', { allowedValues: allowed }),
    )
  if (anyOf) rules.push(anyOfRule(anyOf.map(judgeOf)))
  if (oneOf) rules.push(oneOfRule(oneOf.map(judgeOf)))
  return allOf ? [...rules, ...allOf.map(judgeOf)] : rules
}

function anyOfRule(options: readonly Judge[]): Judge {
  return (value) => {
    const found: SchemaError[] = []
    for (const option of options) {
      const fault = option(value)
      if (!fault) return undefined
      found.push(...fault)
    }
    return [...found, ...finding('anyOf', {})]
  }
}

function oneOfRule(options: readonly Judge[]): Judge {
  return (value) => {
    const faults = options.map((option) => option(value))
    const fitting = faults.filter((fault) => fault === undefined).length
    if (fitting === 1) return undefined
    // Where several fit, what the others lack is no help.
    return [...(fitting > 0 ? [] : faults.flatMap((fault) => fault ?? [])), ...finding('oneOf', {})]
  }
}

function arrayRules({ maxItems, minItems, items }: NodeKeywords, judgeOf: JudgeOf): readonly Judge[] {
  const rules: Rule<readonly unknown[]>[] = []
  if (maxItems !== undefined)
    rules.push((list) => (list.length > maxItems ? finding('maxItems', { limit: maxItems }) : undefined))
  if (minItems !== undefined)
    rules.push((list) => (list.length < minItems ? finding('minItems', { limit: minItems }) : undefined))
  if (items !== undefined) rules.push(itemRule(judgeOf(items)))
  return rules.map(
    (rule): Judge =>
      (value) =>
        Array.isArray(value) ? rule(value) : undefined,
  )
}

function itemRule(judge: Judge): Rule<readonly unknown[]> {
  return (list) => {
    for (let index = 0; index < list.length; index++) {
      const fault = judge(list[index])
      if (fault) return below(String(index), fault)
    }
    return undefined
  }
}

type Container = { readonly [key: string]: unknown }

function objectRules(node: NodeKeywords, judgeOf: JudgeOf): readonly Judge[] {
  const { maxProperties, minProperties, required, additionalProperties = true, properties = {} } = node
  const rules: Rule<Container>[] = []
  if (maxProperties !== undefined)
    rules.push((object) =>
      Object.keys(object).length > maxProperties ? finding('maxProperties', { limit: maxProperties }) : undefined,
    )
  if (minProperties !== undefined)
    rules.push((object) =>
      Object.keys(object).length < minProperties ? finding('minProperties', { limit: minProperties }) : undefined,
    )
  if (required && required.length > 0) rules.push(requiredRule(required))
  if (additionalProperties !== true) rules.push(surplusRule(properties, additionalProperties, judgeOf))
  const judges = Object.entries(properties).map(([name, property]) => [name, judgeOf(property)] as const)
  if (judges.length > 0) rules.push(memberRule(judges))
  return rules.map(
    (rule): Judge =>
      (value) =>
        isObject(value) ? rule(value) : undefined,
  )
}

function requiredRule(required: readonly string[]): Rule<Container> {
  return (object) => {
    for (let index = 0; index < required.length; index++) {
      const missingProperty = required[index] as string
      if (!Object.hasOwn(object, missingProperty)) return finding('required', { missingProperty })
    }
    return undefined
  }
}

function surplusRule(known: Container, rest: Exclude<Node, true>, judgeOf: JudgeOf): Rule<Container> {
  const judge = rest === false ? undefined : judgeOf(rest)
  return (object) => {
    for (const additionalProperty in object) {
      if (Object.hasOwn(known, additionalProperty) || !Object.hasOwn(object, additionalProperty)) continue
      if (!judge) return finding('additionalProperties', { additionalProperty })
      const fault = judge(object[additionalProperty])
      if (fault) return below(additionalProperty, fault)
    }
    return undefined
  }
}

function memberRule(judges: readonly (readonly [name: string, judge: Judge])[]): Rule<Container> {
  return (object) => {
    for (let index = 0; index < judges.length; index++) {
      const [name, judge] = judges[index] as (typeof judges)[number]
      if (!Object.hasOwn(object, name)) continue
      const fault = judge(object[name])
      if (fault) return below(name, fault)
    }
    return undefined
  }
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
