// The stylesheets of the package: `styles.css`, `extended.css` and `inspector.css` of `src/entries` with their imports written out, in one cascade layer.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../src/entries')

const importRule = /^@import "(\.\.\/[\w/-]+\.css)" layer\(surface-runtime\);$/gm

/** Throws where the file of `src` holds anything but comments and imports into the layer of the package. */
export function packageStylesheet(name: 'styles.css' | 'extended.css' | 'inspector.css' = 'styles.css'): string {
  const list = readFileSync(resolve(source, name), 'utf8')
  const [header = ''] = /^\/\*[\s\S]*?\*\//.exec(list) ?? []
  const files = [...list.matchAll(importRule)].map(([, file = '']) =>
    readFileSync(resolve(source, file), 'utf8').trim(),
  )
  const rest = list.replace(header, '').replaceAll(importRule, '').trim()
  if (rest !== '') throw new Error(`src/entries/${name} may import stylesheets, and nothing else: ${rest}`)
  return `${header}\n@layer surface-runtime {\n${files.join('\n\n')}\n}\n`
}
