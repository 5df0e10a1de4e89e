/**
 * The verdict of a table's schema on a value, without generated code. Each keyword becomes a function when a value is first
 * checked.
 */
import type { Node } from './node.ts'
import { type Findings, type Judge, joined, rulesOf } from './rules.ts'
import type { Validator } from './validator.ts'

/** `undefined`: the value, which is JSON, fits. */
export type Check = (node: Node, value: unknown) => Findings | undefined

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
