/**
 * Every fault of a value by a schema of a table. A check ends at the first fault, because most values have none; this walk
 * is for values that are known to be faulty.
 */
import { maxFaultsOfMessage } from '../errors/surface-error.ts'
import { escapeToken } from '../json/pointer.ts'
import { isObject, own } from '../json/value.ts'
import { deepest } from './fault.ts'
import { keywordsOf, type Node } from './node.ts'
import { finding, missing } from './rules.ts'
import type { Check, Findings, SchemaError } from './validator.ts'

/** The findings of each fault: those of members in the order of the value, then those of missing members. */
export function eachFault(node: Node, value: unknown, check: Check): readonly Findings[] {
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
        const part = own(properties, name) ?? keywords.additionalProperties ?? true
        if (part === false) add(finding('additionalProperties', { additionalProperty: name }))
        else collect(part, member, `${at}/${escapeToken(name)}`)
      }
      for (const name of required) if (!Object.hasOwn(value, name)) add(missing(name, properties))
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
