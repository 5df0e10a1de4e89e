/** A run as the source of a test: the lines, and what came of them. */

export interface Run {
  readonly title: string
  readonly lines: readonly string[]
  /** Codes of the reports, in their order. */
  readonly codes: readonly string[]
  readonly surfaceIds: readonly string[]
  readonly lenient: boolean
}

/** For Vitest; other runners have the same two functions. */
export function asTest({ title, lines, codes, surfaceIds, lenient }: Run): string {
  const list = (values: readonly string[], indent: string): string =>
    values.length === 0
      ? '[]'
      : `[\n${values.map((value) => `${indent}  ${JSON.stringify(value)},\n`).join('')}${indent}]`
  return `import { createRuntime, extendedCatalog, basicCatalog } from 'surface-runtime'
${lenient ? "import { lenient } from 'surface-runtime/lenient'\n" : ''}import { expect, it } from 'vitest'

it(${JSON.stringify(title)}, () => {
  const codes: string[] = []
  const runtime = createRuntime({
    catalogs: [extendedCatalog, basicCatalog],${lenient ? '\n    validation: lenient,' : ''}
    onError: ({ code }) => codes.push(code),
  })
  runtime.push(${list(lines, '  ')})
  runtime.end()
  expect(codes).toEqual(${list(codes, '  ')})
  expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(${list(surfaceIds, '  ')})
})
`
}
