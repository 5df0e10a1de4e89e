// Pages under a strict policy: a catalog from schemas is compiled and used where no code may be made from text.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { build } from 'vite'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const program = `
import { createRuntime } from '/src/entries/core.ts'
import { bindable, defineCatalogFromSchemas } from '/src/standard-schema/index.ts'
import { z } from 'zod'
try { new Function('') ; console.log('eval is allowed') } catch {}
const Tag = z.object({ name: z.string().regex(/^[a-z]+$/) })
const catalog = defineCatalogFromSchemas({ id: 'tags', components: { Tags: { props: { title: bindable(z.string()), tags: z.array(Tag) } } } })
const runtime = createRuntime({ catalogs: [catalog], onError: ({ code, place }) => console.log(code, place.at) })
const tags = (id, name) => ({ id, component: 'Tags', title: { path: '/title' }, tags: [{ name }] })
runtime.apply([
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'tags' } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [tags('root', 'tea')] } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [tags('root', '!')] } },
])
`

it('[ST-5] a catalog from schemas needs neither ajv, nor React, nor eval', async () => {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: { ssr: true, write: false, minify: false, rolldownOptions: { input: 'virtual:program' } },
    plugins: [
      (await import('../../src/entries/vite.ts')).catalogCompiler(),
      {
        name: 'program',
        resolveId: (id) => (id === 'virtual:program' ? resolve(root, 'virtual-program.js') : undefined),
        load: (id) => (id.endsWith('virtual-program.js') ? program : undefined),
      },
    ],
  })
  const { output } = [built].flat()[0] as {
    readonly output: readonly { readonly code: string; readonly imports: string[] }[]
  }
  const imports = output.flatMap((chunk) => chunk.imports ?? [])
  expect(imports.filter((name) => /^(?:ajv|react)/.test(name))).toEqual([])
  const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '-']
  const input = output[0]?.code ?? ''
  const { stdout, stderr } = spawnSync(process.execPath, flags, { cwd: root, input, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout.trim()).toMatch(/^VALIDATION_FAILED .*tags\/0\/name$/)
})
