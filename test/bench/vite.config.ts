// What `npm run bench` measures, built as hosts build it: `--mode page` for the browser, `--mode node` and `--mode reality` for Node.
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { catalogCompiler } from '../../src/entries/vite.ts'

const at = (path: string): string => resolve(import.meta.dirname, path)

const cache = at('../../node_modules/.cache')
const forNode: BuildEnvironmentOptions = {
  ssr: true,
  outDir: `${cache}/bench-node`,
  minify: false,
  rolldownOptions: {
    input: {
      main: at('micro/main.ts'),
      'agent-process': at('micro/agent-process.ts'),
      'grpc-process': at('micro/grpc-process.ts'),
    },
  },
}
const forReality: BuildEnvironmentOptions = {
  ...forNode,
  outDir: `${cache}/bench-reality`,
  rolldownOptions: { input: { main: at('reality/main.ts') } },
}
const forPage: BuildEnvironmentOptions = { outDir: `${cache}/bench-page` }

/** `--beside`: `page/beside.ts` gets the entry of the other build, which the variable names. */
const otherBuild: Plugin = {
  name: 'bench:beside',
  enforce: 'pre',
  resolveId: (id, importer) =>
    importer?.endsWith('/page/beside.ts') && id.endsWith('/entries/index.ts') ? process.env.BENCH_BESIDE : undefined,
}

/** Isolated, the page has a clock of 5 µs; otherwise of 100. */
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

export default defineConfig(({ mode }) => ({
  root: at('page'),
  publicDir: false,
  plugins: [otherBuild, catalogCompiler(), react()],
  // Both builds draw with one React, and the other one has no packages of its own.
  resolve: { dedupe: ['react', 'react-dom', ...Object.keys(manifest.dependencies)] },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    ...(mode === 'node' ? forNode : mode === 'reality' ? forReality : forPage),
  },
  preview: { host: '127.0.0.1', headers: isolated },
}))
