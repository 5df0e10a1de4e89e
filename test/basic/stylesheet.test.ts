// The stylesheet of the package is put together from the stylesheets of the components.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageStylesheet } from '../../.ci/stylesheet.ts'

const src = resolve(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.css') && file !== 'styles.css')
const imported = [...readFileSync(resolve(src, 'styles.css'), 'utf8').matchAll(/@import "\.\/([^"]+)"/g)].map(
  ([, file]) => file,
)

describe('the stylesheet', () => {
  it('imports every stylesheet of src once', () => {
    expect([...imported].sort()).toEqual([...files].sort())
  })

  it('holds every stylesheet whole, in the order of the imports', () => {
    const sheet = packageStylesheet()
    const places = imported.map((file) => sheet.indexOf(readFileSync(resolve(src, file ?? ''), 'utf8').trim()))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one, other) => one - other))
  })

  it('is one cascade layer, without imports', () => {
    const code = packageStylesheet().replaceAll(/\/\*[\s\S]*?\*\//g, '')
    expect(code.trim()).toMatch(/^@layer surface-runtime \{[\s\S]+\}$/)
    expect(code.match(/@layer|@import/g)).toEqual(['@layer'])
  })

  it.each(files)('%s says in its first line what it is for', (file) => {
    expect(readFileSync(resolve(src, file), 'utf8')).toMatch(/^\/\* \S.+\. \*\/\n/)
  })
})
