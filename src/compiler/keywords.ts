/** What a keyword of JSON Schema contains: further schemas, names with a schema each, or plain data. */

const names = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  '$defs',
  'definitions',
  // A catalog's own.
  'components',
  'functions',
])

const data = new Set(['enum', 'const', 'default', 'examples'])

/** Where one is in a schema. A property may be called like a keyword, and data may look like a schema. */
export type Position = 'schema' | 'names' | 'data'

/** The position one step below `key`. */
export function below(position: Position, key: string): Position {
  if (position === 'data') return 'data'
  if (position === 'names') return 'schema'
  if (data.has(key)) return 'data'
  return names.has(key) ? 'names' : 'schema'
}
