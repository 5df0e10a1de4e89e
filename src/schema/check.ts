/**
 * Checks a value against a schema of a table, without generated code. Each keyword becomes a function when a value is first
 * checked. They stand in ajv's order, and the first that fails ends the search, so that a value has the same findings whichever of
 * the two looks at it.
 */

import { maxFaultsOfMessage } from '../errors/surface-error.ts'
import { escapeToken } from '../json/pointer.ts'
import { getOwn, isObject, type JsonValue, mapMembers, sameJson } from '../json/value.ts'
import { deepest } from './fault.ts'
import { formats, type JsonType, keywordsOf, type Node, type NodeKeywords } from './node.ts'
import type { Check, Findings, SchemaError, Validator } from './validator.ts'

/** Schemas by name, as data. */
export interface SchemaTable {
  readonly nodes: readonly Node[]
  readonly schemas: { readonly [name: string]: Node }
}

/** A validator for each schema of a table, by its name. */
export function validatorsOf({ nodes, schemas }: SchemaTable): { readonly [name: string]: Validator } {
  const check = createCheck(nodes)
  return mapMembers(schemas, (node) => validatorOf(node, check))
}

export function validatorOf(node: Node, check: Check): Validator {
  return Object.assign((value: unknown) => check(node, value), {
    each: (value: unknown) => eachFault(node, value, check),
  })
}

/** Checks values against the schemas of one table. */
export function createCheck(nodes: readonly Node[]): Check {
  const checks = new Map<Node, Validator>()

  function checkOf(node: Node): Validator {
    const known = checks.get(node)
    if (known) return known
    const check = typeof node === 'number' ? referred(node) : ruleOf(node, checkOf)
    checks.set(node, check)
    return check
  }

  /** Made when it is first asked, because it may refer to itself. */
  function referred(index: number): Validator {
    let check: Validator | undefined
    return (value) => {
      check ??= checkOf(nodes[index] as Node)
      return check(value)
    }
  }

  return Object.assign((node: Node, value: unknown) => checkOf(node)(value), { nodes })
}

type CheckOf = (node: Node) => Validator

/** For each keyword what its argument makes of a value. `undefined`: the argument refuses nothing. */
type Rules = {
  readonly [K in keyof NodeKeywords]: (
    argument: NonNullable<NodeKeywords[K]>,
    checkOf: CheckOf,
    node: NodeKeywords,
  ) => Validator<never> | undefined
}

/** The schema as one function. */
function ruleOf(node: Exclude<Node, number>, checkOf: CheckOf): Validator {
  if (node === false) return () => finding('false schema', {})
  const keywords = keywordsOf(node)
  const { type } = keywords
  let typed = type === undefined
  const rules = rulesByType.flatMap(([only, byKeyword]): Validator | readonly Validator[] => {
    const found = Object.entries(byKeyword).flatMap(([keyword, rule]) => {
      const argument = keywords[keyword as keyof NodeKeywords]
      return argument === undefined ? [] : (rule(argument as never, checkOf, keywords) ?? [])
    })
    if (!only || found.length === 0) return found as Validator[]
    typed ||= only === type
    const check = joined(found)
    const isOne = ofType[only]
    // Where the schema wants that type, and no other, all other values are wrong.
    return (value) => (isOne(value) ? check(value as never) : type === only ? finding('type', { type }) : undefined)
  })
  return joined(typed ? rules : [typeRule(type as JsonType), ...rules])
}

/** The first fault that one of the rules finds. */
function joined<T>(rules: readonly Validator<T>[]): Validator<T> {
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
function limitRules<T>(end: string, sizeOf: (value: T, limit: number) => number): Rules {
  const rules: { [keyword: string]: (limit: number) => Validator<T> } = {}
  for (const [start, isBroken] of Object.entries(breaks)) {
    const keyword = start + end
    rules[keyword] = (limit) => (value) =>
      isBroken(sizeOf(value, limit), limit) ? finding(keyword, { limit }) : undefined
  }
  return rules
}

/** In characters, of which each is one or two units of UTF-16. They are counted only where the units leave a doubt. */
function lengthOf(text: string, limit: number): number {
  return text.length < limit || text.length > 2 * limit ? text.length : [...text].length
}

function alternatives(keyword: 'anyOf' | 'oneOf'): NonNullable<Rules['anyOf']> {
  return (nodes, checkOf) => {
    const options = nodes.map(checkOf)
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
}

type Container = { readonly [key: string]: unknown }

/** Rules for values of one type, or of any type. */
const rulesByType: readonly (readonly [only: JsonType | undefined, rules: Rules])[] = [
  ['number', limitRules('imum', (number: number) => number)],
  [
    'string',
    {
      ...limitRules('Length', lengthOf),
      pattern(pattern) {
        const expression = new RegExp(pattern, 'u')
        return (text) => (expression.test(text) ? undefined : finding('pattern', { pattern }))
      },
      format: (format) => (text) => (formats[format]?.test(text) ? undefined : finding('format', { format })),
    },
  ],
  [
    undefined,
    {
      $ref: (index, checkOf) => checkOf(index),
      const: (allowedValue) => (value) =>
        isEqual(allowedValue, value) ? undefined : finding('const', { allowedValue }),
      enum: (allowedValues) => (value) =>
        allowedValues.includes(value) || allowedValues.some((one) => isEqual(one, value))
          ? undefined
          : finding('enum', { allowedValues }),
      anyOf: alternatives('anyOf'),
      oneOf: alternatives('oneOf'),
      allOf: (nodes, checkOf) => joined(nodes.map(checkOf)),
    },
  ],
  [
    'array',
    {
      ...limitRules('Items', (list: readonly unknown[]) => list.length),
      items(node, checkOf) {
        const check = checkOf(node)
        return (list: readonly unknown[]) => {
          for (let index = 0; index < list.length; index++) {
            const fault = check(list[index])
            if (fault) return ofMember(String(index), fault)
          }
          return undefined
        }
      },
    },
  ],
  [
    'object',
    {
      ...limitRules('Properties', (object: Container) => Object.keys(object).length),
      required: (names, _checkOf, node) => (object) => {
        for (let index = 0; index < names.length; index++) {
          const name = names[index] as string
          if (!Object.hasOwn(object, name)) return missing(name, node)
        }
        return undefined
      },
      additionalProperties(rest, checkOf, { properties = {} }) {
        if (rest === true) return undefined
        const check = rest === false ? undefined : checkOf(rest)
        return (object: Container) => {
          for (const additionalProperty in object) {
            if (Object.hasOwn(properties, additionalProperty) || !Object.hasOwn(object, additionalProperty)) continue
            if (!check) return finding('additionalProperties', { additionalProperty })
            const fault = check(object[additionalProperty])
            if (fault) return ofMember(additionalProperty, fault)
          }
          return undefined
        }
      },
      properties(properties, checkOf) {
        const checks = Object.entries(properties).map(([name, node]) => [name, checkOf(node)] as const)
        return (object: Container) => {
          for (let index = 0; index < checks.length; index++) {
            const [name, check] = checks[index] as (typeof checks)[number]
            const member = object[name]
            if (member === undefined || !Object.hasOwn(object, name)) continue
            const fault = check(member)
            if (fault) return ofMember(name, fault)
          }
          return undefined
        }
      },
    },
  ],
]

function isEqual(one: JsonValue | undefined, other: unknown): boolean {
  return one === other || (typeof one === 'object' && sameJson(one, other as JsonValue))
}

/** With the type that is wanted, if it is one. */
function missing(missingProperty: string, { properties = {} }: NodeKeywords): Findings {
  return finding('required', { missingProperty, type: keywordsOf(getOwn(properties, missingProperty) ?? true).type })
}

function finding(keyword: string, params: SchemaError['params']): Findings {
  return [{ keyword, instancePath: '', params }]
}

/** Paths grow on the way out, so a value that fits costs none. */
function ofMember(name: string, findings: Findings): Findings {
  const step = `/${escapeToken(name)}`
  return findings.map((one) => ({ ...one, instancePath: step + one.instancePath }))
}

/** The findings of each fault: those of members in the order of the value, then those of missing members. */
function eachFault(node: Node, value: unknown, check: Check): readonly Findings[] {
  const faults: Findings[] = []

  function collect(node: Node, value: unknown, at: string): void {
    const found = faults.length < maxFaultsOfMessage ? check(node, value) : undefined
    if (!found) return
    const before = faults.length
    const add = (findings: Findings): void => {
      if (faults.length === maxFaultsOfMessage) return
      faults.push(findings.map((one) => ({ ...one, instancePath: at + one.instancePath })))
    }
    const keywords = keywordsOf(node)
    const { $ref, allOf = [], anyOf, oneOf, items = true, properties = {}, required = [] } = keywords
    const referred = $ref === undefined ? [] : [check.nodes[$ref] as Node]
    for (const part of [...referred, ...allOf, ...closest(anyOf ?? oneOf ?? [], value, check)]) collect(part, value, at)
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && faults.length < maxFaultsOfMessage; index++)
        collect(items, value[index], `${at}/${index}`)
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const part = getOwn(properties, name) ?? keywords.additionalProperties ?? true
        if (part === false) add(finding('additionalProperties', { additionalProperty: name }))
        else collect(part, member, `${at}/${escapeToken(name)}`)
      }
      for (const name of required) if (!Object.hasOwn(value, name)) add(missing(name, keywords))
    }
    const { keyword } = found[0] as SchemaError
    // The number of items may be wrong beside them.
    if (faults.length === before || (keyword.endsWith('Items') && Object.hasOwn(keywords, keyword))) add(found)
  }

  collect(node, value, '')
  return faults
}

/** The alternative that fits longest, if the value is wrong somewhere inside of it. */
function closest(options: readonly Node[], value: unknown, check: Check): readonly Node[] {
  const found = options.map((option) => check(option, value) ?? [])
  const best = deepest(found.flat())
  const fitsOne = found.some((findings) => findings.length === 0)
  return best?.instancePath && !fitsOne ? options.filter((_option, index) => found[index]?.includes(best)) : []
}
