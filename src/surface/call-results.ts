/**
 * Results of function calls within one change: ten thousand fields that check one long text check it once.
 *
 * Only calls with long arguments are kept: for a short one a look-up costs as much as the call. A change lasts until the code
 * that is running has ended, as for `limits.work`.
 */
import type { Args, FunctionDefinition } from '../catalog/expression.ts'
import type { Maybe } from '../json/value.ts'

export interface CallResults {
  /** The cached result for equal arguments, or `undefined`. */
  get(definition: FunctionDefinition, args: Args): { readonly value: Maybe } | undefined
  keep(definition: FunctionDefinition, args: Args, value: Maybe): void
}

interface Result {
  readonly args: Args
  readonly value: Maybe
}

/** Characters of its texts from which on a call is kept. */
const shortest = 1_000

/** Characters that the arguments of kept calls may have together. */
const max = 4_000_000

/** Calls that are kept for one long text: they differ in other arguments. */
const maxOfText = 20

export function createCallResults(): CallResults {
  /** By function, then by the first long text. An engine computes the hash of a text once. */
  const byFunction = new Map<FunctionDefinition, Map<string, Result[]>>()
  let held = 0

  return {
    get(definition, args) {
      const text = longText(args)
      const known = text === undefined ? undefined : byFunction.get(definition)?.get(text)
      return known?.find((result) => sameArgs(result.args, args))
    },
    keep(definition, args, value) {
      const text = longText(args)
      if (text === undefined || held + text.length > max) return
      if (held === 0)
        queueMicrotask(() => {
          byFunction.clear()
          held = 0
        })
      const byText = byFunction.get(definition) ?? new Map<string, Result[]>()
      const known = byText.get(text) ?? []
      if (known.length === maxOfText) return
      held += text.length
      known.push({ args, value })
      byText.set(text, known)
      byFunction.set(definition, byText)
    },
  }
}

function longText(args: Args): string | undefined {
  for (const name in args) {
    const value = args[name]
    if (typeof value === 'string' && value.length >= shortest) return value
  }
  return undefined
}

/** Both are arguments of one function. An array or object of the data model is the same one until it changes. */
function sameArgs(one: Args, other: Args): boolean {
  for (const name in one) if (!Object.is(one[name], other[name])) return false
  for (const name in other) if (!(name in one)) return false
  return true
}
