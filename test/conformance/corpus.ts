// The public examples and suites that lie beside a checkout, where they do: read, never copied.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseTemplate } from '../../src/basic/functions/template.ts'
import { basicCatalog, extendedCatalog, minimalCatalog } from '../../src/entries/catalogs.ts'
import { isObject } from '../../src/json/value.ts'
import { describeOutside, outside } from '../support/outside.ts'

/** Like `describe`, for what needs the corpus. */
export function describeCorpus(name: string, suite: () => void): void {
  describeOutside('corpus', name, suite)
}

/** The JSON files of a folder by name; none where there is no corpus. */
export function readFolder<T>(folder: string): readonly (readonly [name: string, content: T])[] {
  const path = outside(`corpus/${folder}`)
  if (!path) return []
  const files = readdirSync(path).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => [basename(file, '.json'), readFile<T>(resolve(path, file))] as const)
}

/** The cases of one of the suites in `behaviour/`. */
export function readCases<T>(suite: string): readonly T[] {
  const path = outside(`corpus/behaviour/${suite}.json`)
  return path ? readFile<{ readonly cases: readonly T[] }>(path).cases : []
}

function readFile<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

/** What messages use that this release does not have: component types, functions, catalogs. Empty where it has all. */
export function lackingIn(messages: readonly unknown[]): string {
  const lacking = new Set<string>()
  for (const message of messages) look(message, lacking)
  return [...lacking].sort().join(', ')
}

/** Whether every surface of the messages names a catalog that there is. */
export function hasCatalogs(messages: readonly unknown[]): boolean {
  const payloads = messages.flatMap((message) => (isObject(message) ? Object.values(message) : []))
  const ids = payloads.flatMap((payload) => (isObject(payload) ? [payload['catalogId']] : []))
  return ids.every((id) => id === undefined || dialects.some((dialect) => dialect.ids.some((known) => known === id)))
}

const dialects = [basicCatalog, minimalCatalog, extendedCatalog].flatMap((catalog) => catalog.dialects)

function look(value: unknown, lacking: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) look(item, lacking)
  if (!isObject(value)) return
  const { component, call, catalogId } = value
  if (typeof component === 'string') lack(component, lacking, basicCatalog.components)
  if (isObject(component)) for (const type of Object.keys(component)) lack(type, lacking, basicCatalog.components)
  if (typeof call === 'string') lack(call, lacking, Object.fromEntries(extendedCatalog.functions))
  if (typeof catalogId === 'string' && !dialects.some((dialect) => dialect.ids.includes(catalogId)))
    lacking.add(catalogId)
  if (call === 'formatString' && isObject(value['args'])) look(templateIn(value['args']['value']), lacking)
  for (const inner of Object.values(value)) look(inner, lacking)
}

function lack(name: string, lacking: Set<string>, known: object): void {
  if (!Object.hasOwn(known, name)) lacking.add(name)
}

/** Calls stand in templates too. */
function templateIn(value: unknown): unknown {
  try {
    return typeof value === 'string' ? parseTemplate(value) : undefined
  } catch {
    return undefined
  }
}
