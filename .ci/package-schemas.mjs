// The JSON Schemas of the catalogs in the installed package, as Node, TypeScript and Vite import them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './must.mjs'
import { bundle } from './package-bundle.mjs'
import { node, root, tool } from './tools.mjs'

const compilerOptions = {
  ...{ target: 'es2022', module: 'esnext', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  ...{ strict: true, noEmit: true, skipLibCheck: false, resolveJsonModule: true },
}

/** The consumer has the package, React and ajv. Throws where an import does not give the schema, with its type. */
export async function checkSchemas(consumer) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const paths = Object.keys(exports).filter((path) => /^\.\/catalogs\/.*\.json$/.test(path))
  must(paths.length > 0, 'the package exports no JSON Schema')
  const imports = paths.map((path, index) => {
    return `import schema${index} from 'surface-runtime${path.slice(1)}' with { type: 'json' }\n`
  })
  const ids = paths.map((_, index) => `schema${index}.$id`)
  // Not `object`: each member is known to the compiler.
  const typed = `export const ids: readonly string[] = [${ids}]\nexport const basic: string = schema0.components.Text.title\n`
  const compiled =
    "import { compileCatalog } from 'surface-runtime/ajv'\nexport const catalog = compileCatalog(schema0)\n"
  const at = (file, text) => {
    writeFileSync(join(consumer, file), text)
    return join(consumer, file)
  }
  const program = at('schemas.ts', `${imports.join('')}${compiled}${typed}`)
  for (const moduleResolution of ['bundler', 'nodenext']) {
    const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext'
    const options = { ...compilerOptions, module, moduleResolution }
    const config = at('tsconfig.schemas.json', JSON.stringify({ compilerOptions: options, files: ['schemas.ts'] }))
    must(node(tool('typescript', 'tsc'), ['-p', config]), `the JSON Schemas have no types by "${moduleResolution}"`)
  }
  const inNode = at('schemas.js', `${imports.join('')}if ([${ids}].some((id) => !id)) throw new Error('no $id')\n`)
  must(node(inNode, [], { cwd: consumer }), 'the JSON Schemas cannot be imported in Node')
  const files = await bundle(consumer, {
    rolldownOptions: { input: program, preserveEntrySignatures: 'strict' },
  })
  const code = files.map((file) => file.code ?? '').join('')
  const missing = paths.filter((path) => {
    const { $id } = JSON.parse(readFileSync(join(consumer, 'node_modules/surface-runtime', exports[path]), 'utf8'))
    return !code.includes($id)
  })
  must(missing.length === 0, `not in a bundle of Vite that imports them: ${missing.join(', ')}`)
}
