// The stylesheet of the package: `src/styles.css` with its imports written out, in one cascade layer.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../src')

const importRule = /^@import "(\.\/[\w/-]+\.css)" layer\(surface-runtime\);$/gm

/** Throws where `src/styles.css` holds anything but comments and imports into the layer of the package. */
export function packageStylesheet(): string {
  const list = readFileSync(resolve(source, 'styles.css'), 'utf8')
  const [header = ''] = /^\/\*[\s\S]*?\*\//.exec(list) ?? []
  const files = [...list.matchAll(importRule)].map(([, file = '']) =>
    readFileSync(resolve(source, file), 'utf8').trim(),
  )
  const rest = list.replace(header, '').replaceAll(importRule, '').trim()
  if (rest !== '') throw new Error(`src/styles.css may import stylesheets, and nothing else: ${rest}`)
  return `${header}\n@layer surface-runtime {\n${files.join('\n\n')}\n}\n`
}
