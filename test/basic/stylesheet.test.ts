// The stylesheet of the package is put together from the stylesheets of the components.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageStylesheet } from '../../.ci/stylesheet.ts'

const src = resolve(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.css') && !file.startsWith('entries/'))

/** What a host imports: that of surfaces, of the work catalog, and of the inspector. */
const sheets = importsOf('styles.css', 'extended.css', 'inspector.css')

type Sheet = NonNullable<Parameters<typeof packageStylesheet>[0]>

function importsOf(...names: readonly Sheet[]): readonly (readonly [name: Sheet, imported: readonly string[]])[] {
  return names.map((name) => {
    const found = readFileSync(resolve(src, 'entries', name), 'utf8').matchAll(/@import "\.\.\/([^"]+)"/g)
    return [name, [...found].map(([, file = '']) => file)] as const
  })
}

describe('the stylesheets', () => {
  it('import every stylesheet of src once', () => {
    expect(sheets.flatMap(([, imported]) => imported).sort()).toEqual([...files].sort())
  })

  it.each(sheets)('%s holds every stylesheet whole, in the order of the imports', (name, imported) => {
    const sheet = packageStylesheet(name)
    const places = imported.map((file) => sheet.indexOf(readFileSync(resolve(src, file), 'utf8').trim()))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one, other) => one - other))
  })

  it.each(sheets)('%s is one cascade layer, without imports', (name) => {
    const code = packageStylesheet(name).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    expect(code.trim()).toMatch(/^@layer surface-runtime \{[\s\S]+\}$/)
    expect(code.match(/@layer|@import/g)).toEqual(['@layer'])
  })

  it.each(files)('%s says in its first line what it is for', (file) => {
    expect(readFileSync(resolve(src, file), 'utf8')).toMatch(/^\/\* \S.+\. \*\/\n/)
  })
})
