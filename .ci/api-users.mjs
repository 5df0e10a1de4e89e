// Who needs an export of an entry point: the README or a page of the guide, the demo, a test, or another export whose declaration names it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools.mjs'

/** The entry points whose exports say who needs them: two protocols, with two sides each, and a store. */
const told = [
  ...['agent', 'agent/server', 'agent/postgres', 'agent/nats', 'agent/telemetry'],
  ...['commerce', 'commerce/business', 'commerce/postgres'],
]

/**
 * A sentence for each group of exports, in the order in which somebody is looked for; the last one is what nobody needs.
 *
 * @param declarations Name → its declaration, with those that it needs in turn.
 */
export function usersOf(entry, declarations) {
  const path = entry.replace('surface-runtime/', '')
  if (!told.includes(path)) return []
  const pages = readdirSync(join(root, 'demo/guide')).filter((file) => file.endsWith('.md'))
  const documents = ['README.md', ...pages.map((file) => `demo/guide/${file}`)]
  const read = documents.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const places = [
    ['Needed by README and guide', (name) => new RegExp(`\\b${name}\\b`).test(read)],
    ['by the demo', importedBy(path, ['demo'])],
    ['by tests', importedBy(path, ['test', 'e2e'])],
  ]
  const groups = new Map()
  const left = new Set(declarations.keys())
  const take = (title, names) => {
    for (const name of names) left.delete(name)
    if (names.length > 0) groups.set(title, names)
  }
  for (const [title, isNeeded] of places) take(title, [...left].filter(isNeeded))
  const whole = [...declarations].flatMap(([name, text]) => (left.has(name) ? [] : [text])).join('\n')
  take(
    'as parts of these',
    [...left].filter((name) => new RegExp(`\\b${name}\\b`).test(whole)),
  )
  take('by nobody', [...left])
  return [...groups].map(([title, names]) => `${title}: ${names.map((name) => `\`${name}\``).join(', ')}`)
}

/** Whether a file of these folders imports a name from the entry point, by its public path or by that of its source. */
function importedBy(path, folders) {
  const names = new Set()
  const pattern = new RegExp(
    `import (?:type )?\\{([^}]*)\\} from '(?:surface-runtime|[./]*/src)/${path}(?:/index\\.ts)?'`,
    'g',
  )
  for (const folder of folders)
    for (const file of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || !/\.tsx?$/.test(file.name)) continue
      for (const [, list] of readFileSync(join(file.parentPath, file.name), 'utf8').matchAll(pattern))
        for (const item of list.split(','))
          names.add(
            item
              .trim()
              .replace(/^type /, '')
              .split(' as ')[0],
          )
    }
  return (name) => names.has(name)
}
