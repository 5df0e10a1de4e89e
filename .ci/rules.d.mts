import type { Ran } from './reports.mjs'

export declare function rulesOf(text: string): readonly string[]
export declare function citedIn(source: string): readonly string[]
export declare function unserved(
  rules: readonly string[],
  tests: readonly Ran[],
): { readonly skipped: readonly string[]; readonly notRun: readonly string[] }
