// What the files of src import: read from their text, and followed from file to file.
import { posix } from 'node:path'

/** Path below src → text. A plain record, so that the checks can be checked with made-up sources. */
export type Sources = Readonly<Record<string, string>>

export interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

/**
 * The shortest chain of imports from a file to React, or undefined. Types count: whoever uses `./core` without React
 * has no types of React either, so a declaration that names them would not compile there.
 */
export function wayToReact(sources: Sources, start: string): string[] | undefined {
  const seen = new Set([start])
  const ways = [[start]]
  for (const way of ways) {
    const file = way.at(-1) ?? start
    for (const { from } of importsOf(file, sources[file] ?? '')) {
      if (isReact(from)) return [...way, from]
      const target = targetOf(file, from)
      if (!from.startsWith('.') || seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  }
  return undefined
}

/** The files that are loaded with a file, or later by it. */
export function loadedWith(sources: Sources, start: string): ReadonlySet<string> {
  const loaded = new Set([start])
  // The loop meets what it adds.
  for (const file of loaded)
    for (const { from, typeOnly } of importsOf(file, sources[file] ?? ''))
      if (from.startsWith('.') && !typeOnly) loaded.add(targetOf(file, from))
  return loaded
}

/** One line per circle that a walk from the first file to the last one meets. */
export function cycles(sources: Sources): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' > '))
    if (way.includes(file) || done.has(file)) return
    for (const { from } of importsOf(file, sources[file] ?? ''))
      if (from.startsWith('.')) visit(targetOf(file, from), [...way, file])
    done.add(file)
  }
  for (const file of Object.keys(sources)) visit(file, [])
  return found
}

/**
 * Reads the import lines. `import { type A }` counts as a value: with verbatimModuleSyntax the module is loaded.
 * A file with JSX imports React without saying so.
 */
export function importsOf(file: string, text: string): Import[] {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '')
  const clause = /(?:(?!\b(?:import|export)\b)[\w$*,{}\s])+?\bfrom\s*/.source
  const lines = new RegExp(`^(?:import|export)\\b(\\s+type\\b)?(?:${clause}|\\s*)(['"])([^'"]+)\\2`, 'gm')
  const found = [...code.matchAll(lines)].map(([, type, , from = '']) => ({ from, typeOnly: type !== undefined }))
  const late = [...code.matchAll(/\bimport\(\s*(['"])([^'"]+)\1/g)].map(([, , from = '']) => ({
    from,
    typeOnly: false,
  }))
  const jsx = file.endsWith('.tsx') ? [{ from: 'react/jsx-runtime', typeOnly: false }] : []
  return [...found, ...late, ...jsx]
}

/** The file an import names, below src; a question (`?raw`) is for the bundler. */
export function targetOf(file: string, from: string): string {
  return posix.join(posix.dirname(file), from.replace(/\?.*$/, ''))
}

export function isReact(name: string): boolean {
  return /^(react|react-dom)(\/|$)/.test(name)
}
