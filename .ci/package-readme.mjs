// The guide's catalog of one's own, in the consumer of the package check: built by Vite with the guide's configuration, compiled
// beside the types that the plugin writes, and tested by the guide's test. test/repository/readme.test.ts says that it is the guide's.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './must.mjs'
import { node, root, tool } from './tools.mjs'

/** What the sample needs beside the package, React and ajv. */
export const readmePackages = [
  '@testing-library/dom',
  '@testing-library/react',
  '@vitejs/plugin-react',
  'jsdom',
  'vite',
  'vitest',
]

const page = `
import { createRoot } from 'react-dom/client'
import { Reply } from './chat.tsx'
createRoot(document.body).render(<Reply />)
`

const types = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    types: ['surface-runtime/vite/client'],
  },
}

export function checkReadme(consumer) {
  const app = join(consumer, 'readme')
  cpSync(join(root, 'test/readme/travel'), app, { recursive: true })
  const written = join(app, 'travel.types.ts')
  const expected = readFileSync(written, 'utf8')
  rmSync(written)
  writeFileSync(join(app, 'page.tsx'), page)
  writeFileSync(join(app, 'index.html'), '<!doctype html><script type="module" src="/page.tsx"></script>')
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(types))
  // A build in this process leaves `production` there, for which React has no `act`.
  const env = { ...process.env, NODE_ENV: '' }
  const run = (script, args, message) => must(node(script, args, { cwd: app, env }), message)
  run(tool('vite'), ['build', '--logLevel', 'warn'], "the guide's catalog does not build")
  must(readFileSync(written, 'utf8') === expected, "the plugin writes other types for the guide's catalog")
  run(tool('typescript', 'tsc'), ['-p', app], "the guide's catalog does not compile")
  run(tool('vitest'), ['run', '--environment', 'jsdom', '--reporter', 'dot'], "the guide's test fails")
}
