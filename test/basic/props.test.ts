// The properties in props.ts are those of the catalog's schema.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import basicSchema from '../../catalogs/v0.9/basic_catalog.json'
import commonTypes from '../../catalogs/v0.9/common_types.json'
import type { Schema } from '../../src/compiler/ajv.ts'
import { asSchema, shapesOf, withAllOf } from '../../src/compiler/roles.ts'
import { emitTypes } from '../../src/compiler/types.ts'
import { isObject } from '../../src/json/value.ts'

/** A type as a value: unions in order, objects by member; a question mark at the name says that it may be absent. */
type Type = string | { readonly list: Type } | { readonly members: Members }

interface Members {
  readonly [name: string]: Type
}

// From the schema

/** References that say which file they mean, as the compiler makes them. */
function absolute(value: unknown, file: string): unknown {
  if (Array.isArray(value)) return value.map((item) => absolute(item, file))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const local = key === '$ref' && typeof inner === 'string' && inner.startsWith('#')
      return [key, local ? file + inner : absolute(inner, file)]
    }),
  )
}

const files: { readonly [file: string]: unknown } = {
  'basic_catalog.json': absolute(basicSchema, 'basic_catalog.json'),
  'common_types.json': absolute(commonTypes, 'common_types.json'),
}

function follow(reference: string): Schema | undefined {
  const [file = '', pointer = ''] = reference.split('#')
  let found = files[file]
  for (const token of pointer.split('/').slice(1)) found = asSchema(found)[token]
  return isObject(found) ? found : undefined
}

const roles: { readonly [role: string]: Type } = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  stringList: { list: 'string' },
  value: 'JsonValue | undefined',
  child: 'ChildRef',
  children: 'ChildrenRef',
  action: 'Act',
}

function typeOf(schema: Schema): Type {
  const shape = shapesOf({ properties: { it: schema } }, follow)['it']
  const role = typeof shape === 'string' ? roles[shape] : undefined
  if (role !== undefined) return role
  const parts = withAllOf(schema, follow)
  const of = (keyword: string): unknown => parts.find((part) => keyword in part)?.[keyword]
  const choices = of('enum')
  if (Array.isArray(choices)) return union(choices.map((choice) => JSON.stringify(choice)))
  if (of('type') === 'array') return { list: typeOf(asSchema(of('items'))) }
  if (of('type') === 'object') return { members: membersOf(schema) }
  const plain: { readonly [type: string]: Type } = {
    string: 'string',
    number: 'number',
    integer: 'number',
    boolean: 'boolean',
  }
  return plain[String(of('type'))] ?? expect.fail(`No type is known for ${JSON.stringify(schema)}`)
}

function membersOf(schema: Schema): Members {
  const parts = withAllOf(schema, follow)
  const required = parts.flatMap((part) => part['required'] ?? [])
  const properties = parts.flatMap((part) => Object.entries(asSchema(part['properties'])))
  return Object.fromEntries(
    properties
      .filter(([name]) => name !== 'id' && name !== 'component')
      .map(([name, property]) => {
        const there = required.includes(name) || 'default' in asSchema(property)
        return [there ? name : `${name}?`, typeOf(asSchema(property))]
      }),
  )
}

// From the text

function parseType(text: string): Type {
  const type = text.trim().replace(/^readonly /, '')
  if (type.endsWith('[]')) return { list: parseType(type.slice(0, -2).replace(/^\((.*)\)$/, '$1')) }
  if (type.startsWith('{')) return { members: parseMembers(type.slice(1, -1)) }
  return union(type.split('|').map((choice) => choice.trim().replaceAll("'", '"')))
}

/** `readonly name?: type` each, parted by semicolons or lines that lie in no inner braces. */
function parseMembers(body: string): Members {
  const members: string[] = ['']
  let depth = 0
  for (const character of body) {
    if (character === '{') depth++
    if (character === '}') depth--
    if (depth === 0 && (character === ';' || character === '\n')) members.push('')
    else members.push((members.pop() ?? '') + character)
  }
  const parsed = members.map((member) => /^\s*readonly (\w+\??): ([\s\S]*)$/.exec(member))
  return Object.fromEntries(parsed.flatMap((found) => (found ? [[found[1] ?? '', parseType(found[2] ?? '')]] : [])))
}

function union(choices: readonly string[]): Type {
  return choices
    .filter((choice) => choice !== '')
    .sort()
    .join(' | ')
}

interface Interface {
  readonly parents: readonly string[]
  readonly members: Members
}

function interfacesIn(text: string): ReadonlyMap<string, Interface> {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const found = code.matchAll(
    /interface (\w+)(?: extends ([\w, ]+))? \{([\s\S]*?)\}(?=\s*(?:\n(?:export|interface|type)|$))/g,
  )
  return new Map(
    [...found].map(([, name = '', parents = '', body = '']) => [
      name,
      {
        parents: parents
          .split(',')
          .map((parent) => parent.trim())
          .filter(Boolean),
        members: parseMembers(body),
      },
    ]),
  )
}

function allMembers(name: string, interfaces: ReadonlyMap<string, Interface>): Members {
  const { parents, members } = interfaces.get(name) ?? expect.fail(`There is no interface ${name}`)
  return Object.assign({}, ...parents.map((parent) => allMembers(parent, interfaces)), members)
}

describe('props.ts', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../src/basic/props.ts'), 'utf8')
  const interfaces = interfacesIn(text)
  const types = allMembers('BasicProps', interfaces)

  it('[C-3] names every component type of the catalog', () => {
    expect(Object.keys(types).sort()).toEqual(Object.keys(basicSchema.components).sort())
  })

  it.each(Object.entries<Schema>(basicSchema.components))(
    '[C-3, C-4, B-1] gives %s the properties of its schema, present where they are required or have a default',
    (type) => {
      const schema = follow(`basic_catalog.json#/components/${type}`) ?? {}
      expect(allMembers(String(types[type]), interfaces)).toEqual(membersOf(schema))
    },
  )

  it('[C-3] is what a host gets that has types made from the same schema', () => {
    const made = emitTypes(basicSchema, { 'common_types.json': commonTypes }, { name: 'Basic' })
    // Each component has an alias; read as an interface, it is compared like those that are written by hand.
    const found = interfacesIn(made.replaceAll(/export type (\w+) = \{/g, 'export interface $1 {'))
    const generated = Object.fromEntries(
      Object.entries(allMembers('BasicProps', found)).map(([type, name]) => [
        type,
        { members: allMembers(String(name), found) },
      ]),
    )
    const byHand = Object.entries(types).map(([type, name]) => [
      type,
      { members: allMembers(String(name), interfaces) },
    ])
    expect(generated).toEqual(Object.fromEntries(byHand))
  })

  it('[C-3] is read as it is meant', () => {
    const sample = `
      interface A { readonly weight?: number }
      export interface B extends A {
        readonly list?: readonly { readonly a: boolean; readonly b?: 'y' | 'x' }[]
        readonly names: readonly string[]
      }
    `.replaceAll('\n      ', '\n')
    expect(allMembers('B', interfacesIn(sample))).toEqual({
      'weight?': 'number',
      'list?': { list: { members: { a: 'boolean', 'b?': '"x" | "y"' } } },
      names: { list: 'string' },
    })
  })
})
