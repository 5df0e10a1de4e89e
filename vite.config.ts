/// <reference types="vitest/config" />
// One configuration, six uses: the demo (`vite`, `vite build`; `--mode start` by `npm start`), its servers (`--mode servers`),
// the library (`--mode lib`, and `--mode standalone` for pages without a build step), the pages of the end-to-end tests (`--mode pages`; with React 18.3 `--mode pages-18`) and the
// unit tests.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'
import { packageFolder } from './.ci/node-packages.mjs'
import { packageStylesheet } from './.ci/stylesheet.ts'
import { sampleAgent } from './demo/agent/vite-agent.ts'
import { guidePages } from './demo/guide/page/vite-guide.ts'
import { services } from './demo/servers/vite-services.ts'
import { fontPreload } from './demo/site/vite-font-preload.ts'
import { catalogCompiler } from './src/entries/vite.ts'

const at = (path: string): string => resolve(import.meta.dirname, path)

/** The package under its public names, as tsconfig.json has them too. Exact: 'surface-runtime' is a prefix of the rest. */
const alias: Alias[] = [
  { find: /^surface-runtime$/, replacement: at('src/entries/index.ts') },
  {
    find: /^surface-runtime\/(core|lenient|progressive|sync|catalogs|react|renderers|element|standalone|ajv|compile|vite)$/,
    replacement: at('src/entries/$1.ts'),
  },
  { find: /^surface-runtime\/catalogs\/extended$/, replacement: at('src/work/index.ts') },
  { find: /^surface-runtime\/renderers\/extended$/, replacement: at('src/work/renderers.ts') },
  { find: /^surface-runtime\/extended\.css$/, replacement: at('src/entries/extended.css') },
  { find: /^surface-runtime\/testing$/, replacement: at('src/entries/testing.tsx') },
  { find: /^surface-runtime\/(ai-sdk|ag-ui|mcp|sse|websocket|text)$/, replacement: at('src/carriers/$1.ts') },
  {
    find: /^surface-runtime\/(authoring|builders|standard-schema|inspector|agent|agent\/server)$/,
    replacement: at('src/$1/index.ts'),
  },
  { find: /^surface-runtime\/agent\/(grpc|server\/grpc)$/, replacement: at('src/agent/$1/index.ts') },
  { find: /^surface-runtime\/agent\/v0-3$/, replacement: at('src/agent/server/v0-3/index.ts') },
  { find: /^surface-runtime\/agent\/tokens$/, replacement: at('src/agent/server/tokens/index.ts') },
  { find: /^surface-runtime\/agent\/(sign-in|sign-in\/node)$/, replacement: at('src/agent/$1/index.ts') },
  { find: /^surface-runtime\/commerce\/tokens$/, replacement: at('src/commerce/business/tokens.ts') },
  { find: /^surface-runtime\/agent\/(postgres|nats|telemetry)$/, replacement: at('src/agent/server/$1/index.ts') },
  { find: /^surface-runtime\/commerce$/, replacement: at('src/commerce/index.ts') },
  { find: /^surface-runtime\/commerce\/(business|postgres)$/, replacement: at('src/commerce/$1/index.ts') },
  { find: /^surface-runtime\/inspector\.css$/, replacement: at('src/entries/inspector.css') },
  { find: /^surface-runtime\/styles\.css$/, replacement: at('src/entries/styles.css') },
]

/**
 * What tsc does not write. No module of the library imports the stylesheet, so a host decides whether, when and where it is
 * loaded.
 */
function assets(): Plugin {
  return {
    name: 'surface-runtime:assets',
    generateBundle() {
      // TypeScript 7 refuses an import of a file that has no declarations.
      this.emitFile({ type: 'asset', fileName: 'styles.css.d.ts', source: 'export {}\n' })
      this.emitFile({ type: 'asset', fileName: 'extended.css.d.ts', source: 'export {}\n' })
      this.emitFile({ type: 'asset', fileName: 'inspector.css.d.ts', source: 'export {}\n' })
      // Ambient declarations are input to tsc, never output.
      const client = readFileSync(at('src/entries/vite-client.d.ts'), 'utf8')
      this.emitFile({ type: 'asset', fileName: 'entries/vite-client.d.ts', source: client })
    },
  }
}

/** The stylesheet as one file. */
function stylesheet(): Plugin {
  return {
    name: 'surface-runtime:stylesheet',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'styles.css', source: packageStylesheet() })
      this.emitFile({ type: 'asset', fileName: 'extended.css', source: packageStylesheet('extended.css') })
      this.emitFile({ type: 'asset', fileName: 'inspector.css', source: packageStylesheet('inspector.css') })
    },
  }
}

/** A file per source file, so that whatever a host does not import falls away in its own build. */
function library(): BuildEnvironmentOptions {
  return {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    sourcemap: true,
    lib: {
      formats: ['es'],
      entry: {
        'entries/index': at('src/entries/index.ts'),
        'entries/core': at('src/entries/core.ts'),
        'entries/lenient': at('src/entries/lenient.ts'),
        'entries/progressive': at('src/entries/progressive.ts'),
        'entries/sync': at('src/entries/sync.ts'),
        'carriers/ai-sdk': at('src/carriers/ai-sdk.ts'),
        'carriers/ag-ui': at('src/carriers/ag-ui.ts'),
        'carriers/mcp': at('src/carriers/mcp.ts'),
        'carriers/sse': at('src/carriers/sse.ts'),
        'carriers/websocket': at('src/carriers/websocket.ts'),
        'carriers/text': at('src/carriers/text.ts'),
        'entries/catalogs': at('src/entries/catalogs.ts'),
        'entries/react': at('src/entries/react.ts'),
        'entries/renderers': at('src/entries/renderers.ts'),
        'entries/element': at('src/entries/element.ts'),
        'entries/testing': at('src/entries/testing.tsx'),
        'entries/ajv': at('src/entries/ajv.ts'),
        'entries/ajv-node': at('src/entries/ajv-node.ts'),
        'entries/compile': at('src/entries/compile.ts'),
        'entries/vite': at('src/entries/vite.ts'),
        'entries/command': at('src/entries/command.ts'),
        'work/index': at('src/work/index.ts'),
        'work/renderers': at('src/work/renderers.ts'),
        'authoring/index': at('src/authoring/index.ts'),
        'builders/index': at('src/builders/index.ts'),
        'inspector/index': at('src/inspector/index.ts'),
        'standard-schema/index': at('src/standard-schema/index.ts'),
        'agent/index': at('src/agent/index.ts'),
        'agent/server/index': at('src/agent/server/index.ts'),
        'agent/server/v0-3/index': at('src/agent/server/v0-3/index.ts'),
        'agent/server/tokens/index': at('src/agent/server/tokens/index.ts'),
        'agent/sign-in/index': at('src/agent/sign-in/index.ts'),
        'agent/sign-in/node/index': at('src/agent/sign-in/node/index.ts'),
        'agent/grpc/index': at('src/agent/grpc/index.ts'),
        'agent/server/grpc/index': at('src/agent/server/grpc/index.ts'),
        'agent/server/postgres/index': at('src/agent/server/postgres/index.ts'),
        'agent/server/nats/index': at('src/agent/server/nats/index.ts'),
        'agent/server/telemetry/index': at('src/agent/server/telemetry/index.ts'),
        'commerce/index': at('src/commerce/index.ts'),
        'commerce/business/index': at('src/commerce/business/index.ts'),
        'commerce/business/tokens': at('src/commerce/business/tokens.ts'),
        'commerce/postgres/index': at('src/commerce/postgres/index.ts'),
      },
    },
    rolldownOptions: {
      // A bare name belongs to somebody else's package. (`virtual:` is how plugins call modules they make up.)
      external: /^(?!virtual:)[^./\0]/,
      output: { preserveModules: true, preserveModulesRoot: at('src'), entryFileNames: '[name].js' },
    },
  }
}

/**
 * A file with React and all else, and a file for each part that comes later. What they share is in a file of its own: a page may import
 * the first one by another address, such as one that a CDN redirects, and React must be there once.
 */
function standalone(): BuildEnvironmentOptions {
  return {
    outDir: at('dist/standalone'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: at('src/entries/standalone.ts'),
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: 'surface-runtime.js',
        chunkFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
      },
    },
  }
}

/** Every page in a folder is an entry of its own. */
function site(folder: string, outDir: string): BuildEnvironmentOptions {
  const pages = readdirSync(at(folder)).filter((file) => file.endsWith('.html'))
  const input = Object.fromEntries(pages.map((file) => [basename(file, '.html'), at(`${folder}/${file}`)]))
  return { outDir: at(outDir), emptyOutDir: true, target: 'es2022', rolldownOptions: { input } }
}

/** The processes of the demo: Node of the versions that we support runs no TypeScript. */
function servers(): BuildEnvironmentOptions {
  const names = ['agent', 'business', 'carriers', 'login']
  const input = Object.fromEntries(names.map((name) => [name, at(`demo/servers/${name}.ts`)]))
  return {
    outDir: at('node_modules/.cache/demo-servers'),
    ssr: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { input },
  }
}

const e2ePages = 'node_modules/.cache/e2e-pages'

function outputOf(mode: string): BuildEnvironmentOptions {
  if (mode === 'lib') return library()
  if (mode === 'standalone') return standalone()
  if (mode === 'servers') return servers()
  if (mode === 'pages') return site('e2e/pages', e2ePages)
  return mode === 'pages-18' ? site('e2e/pages', `${e2ePages}/react-18`) : site('demo', 'dist-demo')
}

/** Packages of `test/react-18` and others like it. */
const packages = '**/node_modules/**'

/** Tests that replace a module, or are about what it does the first time. */
const alone = 'test/**/*.alone.test.{ts,tsx}'

/** Tests of very many drawings. React's production build does them in a fraction of the time. */
const production = 'test/**/*.production.test.tsx'

/**
 * Tests of several processes, PostgreSQL and `npm start`, of thousands of pairs or cuts, and of memory: `npm run test:all` has them, and
 * what must hold with the major before of React and of the AI SDK.
 */
const thorough = [
  'test/agent/both/odd-requests.test.ts',
  'test/agent/server/log/{own-tasks,task-log}.test.ts',
  'test/agent/server/nats/nats-log.test.ts',
  'test/agent/server/postgres/{cleaning,crowded-database,failing-database,fleet,shared-tasks}.test.ts',
  'test/commerce/business/{claims,postgres-store}.test.ts',
  'test/demo/agent/kept-conversations.test.ts',
  'test/demo/servers/start.test.ts',
  'test/features/drafts/corpus.test.tsx',
  'test/react/{memory.alone,typed-text-late.alone,typed-text.production,typed-text.property}.test.tsx',
  'test/stream/{cuts-bytes,cuts-text,growth}.test.ts',
  'test/soak/**',
]

const quick = process.env.TEST_SIZE === 'quick'

/** Left out of `npm test`: `npm run test:all`, `npm run soak` and `npm run unit` have them. */
const omitted = quick ? thorough : []

/** And those tests of other files whose titles say `@all`. */
const wanted = quick ? { testNamePattern: /^(?!.*@all)/ } : {}

const dom = { environment: 'jsdom', setupFiles: [at('test/support/setup.ts')] }

const preloaded = { ...dom, setupFiles: [...dom.setupFiles, at('test/support/preload.ts')] }

/** What must hold with the older React too: drawing, StrictMode, server rendering and hydration, streams, `useRuntime`. */
const withReact18 = 'test/react/react-18.test.tsx'

const testingLibrary = 'node_modules/@testing-library/react'

const aliasReact18: Alias = { find: /^(react|react-dom)(?=\/|$)/, replacement: at('test/react-18/node_modules/$1') }

const react18 = {
  resolve: {
    alias: [
      aliasReact18,
      // As a package in CommonJS it would bring React 19.
      { find: /^@testing-library\/react$/, replacement: at(`${testingLibrary}/dist/@testing-library/react.esm.js`) },
    ],
  },
  test: { server: { deps: { inline: [/@testing-library\/react/] } } },
}

/** What must hold with the older AI SDK too: the newer one asks for Node 22. */
const withAiSdk6 = [
  'test/carriers/ai-sdk.test.tsx',
  'test/authoring/ai-sdk.test.ts',
  'test/features/drafts/sync.test.tsx',
]

const aiSdk6: Alias[] = [
  { find: /^ai\/test$/, replacement: at('test/ai-sdk-6/node_modules/ai/dist/test/index.mjs') },
  { find: /^(ai|@ai-sdk\/react)$/, replacement: at('test/ai-sdk-6/node_modules/$1') },
]

/** `npx vitest` starts the newest Vitest on every Node. Where its jsdom cannot run, tests would fail for reasons of their own. */
function checkVitest(started = ''): void {
  const newest = at('node_modules/vitest')
  if (packageFolder('vitest') === newest || !started || !realpathSync(started).startsWith(newest)) return
  throw new Error('This Node is too old for the newest Vitest: run `npm run unit -- …` in place of `npx vitest run …`')
}

export default defineConfig(({ mode }) => {
  const lib = mode === 'lib'
  const pack = lib || mode === 'standalone'
  const unit = process.env.VITEST !== undefined
  if (unit) checkVitest(process.argv[1])
  const pages = mode.startsWith('pages')
  const folder = pages ? 'e2e/pages' : 'demo'
  return {
    root: pack || unit ? at('.') : at(folder),
    // The test pages are served below a path of their own.
    base: pages || pack ? './' : '/',
    publicDir: pack || unit || mode === 'servers' ? false : at(`${folder}/public`),
    // A page that does not exist is a 404, not the first page.
    appType: 'mpa',
    plugins: [
      ...[
        catalogCompiler(),
        react(),
        pack && stylesheet(),
        lib && assets(),
        folder === 'demo' && !pack && [sampleAgent(), fontPreload(), guidePages()],
      ],
      // `npm start` tells of an agent itself.
      folder === 'demo' && !pack && mode !== 'start' && services(),
    ],
    resolve: { alias: pack ? [] : mode === 'pages-18' ? [...alias, aliasReact18] : alias },
    build: outputOf(mode),
    test: {
      // Vitest would leave one of two cores idle.
      maxWorkers: 2,
      // A file's own modules cost more than its tests: 397 s of CPU for all files, 249 s where they share them.
      isolate: false,
      ...wanted,
      // A busy machine takes its time. Only what never ends waits that long.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000, interval: 10 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            include: ['test/**/*.test.ts'],
            exclude: [packages, alone, ...omitted],
            environment: 'node',
          },
        },
        {
          extends: true,
          test: {
            name: 'dom',
            include: ['test/**/*.test.tsx'],
            exclude: [packages, alone, production, withReact18, ...omitted],
            ...preloaded,
          },
        },
        {
          extends: true,
          resolve: { alias: aiSdk6 },
          test: { name: 'ai-sdk-6', include: quick ? [] : withAiSdk6, ...preloaded },
        },
        {
          extends: true,
          ...react18,
          test: { name: 'react-18', include: quick ? [] : [withReact18], ...dom, ...react18.test },
        },
        {
          extends: true,
          oxc: { jsx: { development: false } },
          test: {
            name: 'production',
            include: [production],
            exclude: [packages, ...omitted],
            ...dom,
            setupFiles: [at('test/support/production.ts'), ...dom.setupFiles, at('test/support/preload.ts')],
            env: { NODE_ENV: 'production' },
          },
        },
        {
          extends: true,
          test: { name: 'alone', include: [alone], exclude: [packages, ...omitted], isolate: true, ...dom },
        },
      ],
    },
  }
})
