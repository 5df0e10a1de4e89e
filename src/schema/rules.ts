/**
 * The keywords of a table's schema as functions. They stand in ajv's order, and the first that fails ends the search, so that
 * a value has the same findings whichever of the two looks at it.
 */
import { escapeToken } from '../json/pointer.ts'
import { isObject, type JsonValue, own, sameJson } from '../json/value.ts'
import { formats, type JsonType, keywordsOf, type Node, type NodeKeywords } from './node.ts'
import type { Findings, SchemaError, Validator } from './validator.ts'

/** The first fault that one of the rules finds. */
export function joined<T>(rules: readonly Validator<T>[]): Validator<T> {
  const [only, second] = rules
  if (only && !second) return only
  return (value) => {
    for (let index = 0; index < rules.length; index++) {
      const found = (rules[index] as Validator<T>)(value)
      if (found) return found
    }
    return undefined
  }
}

type CheckOf = (node: Node) => Validator

export function rulesOf(node: Exclude<Node, number>, checkOf: CheckOf): readonly Validator[] {
  if (node === false) return [() => finding('false schema', {})]
  const keywords = keywordsOf(node)
  const { type } = keywords
  const rules: { readonly [type in JsonType]?: readonly Validator<never>[] } = {
    number: limitRules(keywords, 'imum', (number: number) => number),
    string: textRules(keywords),
    array: listRules(keywords, checkOf),
    object: objectRules(keywords, checkOf),
  }
  const of = (name: JsonType): readonly Validator[] => only(name, rules[name] ?? [], type)
  const typed = type === undefined || rules[type as JsonType]?.length ? [] : [typeRule(type)]
  return [...typed, ...of('number'), ...of('string'), ...plainRules(keywords, checkOf), ...of('array'), ...of('object')]
}

function typeRule(type: JsonType | readonly JsonType[]): Validator {
  const fits =
    typeof type === 'string' ? ofType[type] : (value: unknown): boolean => type.some((one) => ofType[one](value))
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

/** Names of limits, and whether a value of this size breaks one. */
const breaks: { readonly [start: string]: (size: number, limit: number) => boolean } = {
  max: (size, limit) => size > limit,
  min: (size, limit) => size < limit,
  exclusiveMax: (size, limit) => size >= limit,
  exclusiveMin: (size, limit) => size <= limit,
}

/** `end`: how the names of the limits end, such as `Items`. */
function limitRules<T>(node: NodeKeywords, end: string, sizeOf: (value: T, limit: number) => number): Validator<T>[] {
  return Object.entries(breaks).flatMap(([start, isBroken]): Validator<T>[] => {
    const keyword = start + end
    const limit = node[keyword as 'maximum']
    if (limit === undefined) return []
    return [(value) => (isBroken(sizeOf(value, limit), limit) ? finding(keyword, { limit }) : undefined)]
  })
}

/** In characters, of which each is one or two units of UTF-16. They are counted only where the units leave a doubt. */
function lengthOf(text: string, limit: number): number {
  return text.length < limit || text.length > 2 * limit ? text.length : [...text].length
}

/** Rules for values of one type. Where a schema wants that type, and no other, they find all other values wrong. */
function only(name: JsonType, rules: readonly Validator<never>[], type: NodeKeywords['type']): readonly Validator[] {
  if (rules.length === 0) return []
  const check = joined(rules)
  const isOne = ofType[name]
  return [(value) => (isOne(value) ? check(value as never) : type === name ? finding('type', { type }) : undefined)]
}

function textRules(node: NodeKeywords): Validator<string>[] {
  const { pattern, format } = node
  const rules = limitRules(node, 'Length', lengthOf)
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u')
    rules.push((text) => (expression.test(text) ? undefined : finding('pattern', { pattern })))
  }
  if (format !== undefined)
    rules.push((text) => (formats[format]?.test(text) ? undefined : finding('format', { format })))
  return rules
}

/** Rules for values of any type. */
function plainRules(node: NodeKeywords, checkOf: CheckOf): readonly Validator[] {
  const { $ref, enum: allowed, anyOf, oneOf, allOf } = node
  const rules: Validator[] = $ref === undefined ? [] : [checkOf($ref)]
  if ('const' in node)
    rules.push((value) => (isEqual(node.const, value) ? undefined : finding('const', { allowedValue: node.const })))
  if (allowed)
    rules.push((value) =>
      allowed.includes(value as JsonValue) || allowed.some((one) => isEqual(one, value))
        ? undefined
        : finding('enum', { allowedValues: allowed }),
    )
  if (anyOf) rules.push(alternativesRule('anyOf', anyOf.map(checkOf)))
  if (oneOf) rules.push(alternativesRule('oneOf', oneOf.map(checkOf)))
  return allOf ? [...rules, ...allOf.map(checkOf)] : rules
}

function alternativesRule(keyword: 'anyOf' | 'oneOf', options: readonly Validator[]): Validator {
  return (value) => {
    const found: SchemaError[] = []
    let fitting = 0
    for (const option of options) {
      const fault = option(value)
      if (fault) found.push(...fault)
      else if (keyword === 'anyOf') return undefined
      else fitting++
    }
    if (fitting === 1) return undefined
    // Where several fit, what the others lack is no help.
    return [...(fitting > 0 ? [] : found), ...finding(keyword, {})]
  }
}

function listRules(node: NodeKeywords, checkOf: CheckOf): Validator<readonly unknown[]>[] {
  const rules = limitRules(node, 'Items', (list: readonly unknown[]) => list.length)
  if (node.items === undefined) return rules
  const check = checkOf(node.items)
  rules.push((list) => {
    for (let index = 0; index < list.length; index++) {
      const fault = check(list[index])
      if (fault) return below(String(index), fault)
    }
    return undefined
  })
  return rules
}

type Container = { readonly [key: string]: unknown }
type Properties = { readonly [name: string]: Node }

function objectRules(node: NodeKeywords, checkOf: CheckOf): Validator<Container>[] {
  const { required = [], additionalProperties = true, properties = {} } = node
  const rules = limitRules(node, 'Properties', (object: Container) => Object.keys(object).length)
  if (required.length > 0) rules.push(requiredRule(required, properties))
  if (additionalProperties !== true) rules.push(surplusRule(properties, additionalProperties, checkOf))
  const checks = Object.entries(properties).map(([name, property]) => [name, checkOf(property)] as const)
  if (checks.length > 0) rules.push(memberRule(checks))
  return rules
}

function requiredRule(required: readonly string[], properties: Properties): Validator<Container> {
  return (object) => {
    for (let index = 0; index < required.length; index++) {
      const name = required[index] as string
      if (!Object.hasOwn(object, name)) return missing(name, properties)
    }
    return undefined
  }
}

function surplusRule(known: Container, rest: Exclude<Node, true>, checkOf: CheckOf): Validator<Container> {
  const check = rest === false ? undefined : checkOf(rest)
  return (object) => {
    for (const additionalProperty in object) {
      if (Object.hasOwn(known, additionalProperty) || !Object.hasOwn(object, additionalProperty)) continue
      if (!check) return finding('additionalProperties', { additionalProperty })
      const fault = check(object[additionalProperty])
      if (fault) return below(additionalProperty, fault)
    }
    return undefined
  }
}

function memberRule(checks: readonly (readonly [name: string, check: Validator])[]): Validator<Container> {
  return (object) => {
    for (let index = 0; index < checks.length; index++) {
      const [name, check] = checks[index] as (typeof checks)[number]
      const member = object[name]
      if (member === undefined || !Object.hasOwn(object, name)) continue
      const fault = check(member)
      if (fault) return below(name, fault)
    }
    return undefined
  }
}

function isEqual(one: JsonValue | undefined, other: unknown): boolean {
  return one === other || (typeof one === 'object' && sameJson(one, other as JsonValue))
}

/** With the type that is wanted, if it is one. */
export function missing(missingProperty: string, properties: Properties): Findings {
  return finding('required', { missingProperty, type: keywordsOf(own(properties, missingProperty) ?? true).type })
}

export function finding(keyword: string, params: SchemaError['params']): Findings {
  return [{ keyword, instancePath: '', params }]
}

/** Paths grow on the way out, so a value that fits costs none. */
function below(name: string, findings: Findings): Findings {
  const step = `/${escapeToken(name)}`
  return findings.map((one) => ({ ...one, instancePath: step + one.instancePath }))
}
