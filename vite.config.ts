/// <reference types="vitest/config" />
// One configuration, three uses: the demo (`vite`, `vite build`), the library (`vite build --mode lib`) and the unit tests.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Alias, type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'
import { catalogCompiler } from './src/vite.ts'

const at = (path: string): string => resolve(import.meta.dirname, path)

/** The package under its public names, as tsconfig.json has them too. Exact: 'surface-runtime' is a prefix of the rest. */
const alias: Alias[] = [
  { find: /^surface-runtime$/, replacement: at('src/index.ts') },
  { find: /^surface-runtime\/(core|ajv|vite)$/, replacement: at('src/$1.ts') },
  { find: /^surface-runtime\/styles\.css$/, replacement: at('src/basic/basic.css') },
]

/** No module of the library imports the stylesheet, so a host decides whether, when and where it is loaded. */
function stylesheet(): Plugin {
  return {
    name: 'surface-runtime:stylesheet',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'styles.css', source: readFileSync(at('src/basic/basic.css')) })
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
      entry: { index: at('src/index.ts'), core: at('src/core.ts'), ajv: at('src/ajv.ts'), vite: at('src/vite.ts') },
    },
    rolldownOptions: {
      // A bare name belongs to somebody else's package. (`virtual:` is how plugins call modules they make up.)
      external: /^(?!virtual:)[^./\0]/,
      output: { preserveModules: true, preserveModulesRoot: at('src'), entryFileNames: '[name].js' },
    },
  }
}

/** Every page in demo/ is an entry of its own. */
function demo(): BuildEnvironmentOptions {
  const pages = readdirSync(at('demo')).filter((file) => file.endsWith('.html'))
  const input = Object.fromEntries(pages.map((file) => [basename(file, '.html'), at(`demo/${file}`)]))
  return { outDir: at('dist-demo'), emptyOutDir: true, target: 'es2022', rolldownOptions: { input } }
}

export default defineConfig(({ mode }) => {
  const lib = mode === 'lib'
  const unit = process.env.VITEST !== undefined
  return {
    root: lib || unit ? at('.') : at('demo'),
    publicDir: lib || unit ? false : at('demo/public'),
    // A page that does not exist is a 404, not the first page.
    appType: 'mpa',
    plugins: [catalogCompiler(), react(), lib && stylesheet()],
    resolve: { alias: lib ? [] : alias },
    build: lib ? library() : demo(),
    test: {
      projects: [
        { extends: true, test: { name: 'node', include: ['test/**/*.test.ts'], environment: 'node' } },
        {
          extends: true,
          test: {
            name: 'dom',
            include: ['test/**/*.test.tsx'],
            environment: 'jsdom',
            setupFiles: [at('test/setup.ts')],
          },
        },
      ],
    },
  }
})
