// Rollup with the plugins that its guide names, and the exports for browsers. In a page with a strict policy and Trusted Types.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { usePage } from './page.mjs'
import { html, program, serving, strict } from './program.mjs'
import { install, mustRun, write } from './run.mjs'

const config = `
import commonjs from '@rollup/plugin-commonjs'
import resolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'

export default {
  input: 'host.js',
  output: { dir: 'out', format: 'es' },
  plugins: [
    replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
    resolve({ browser: true }),
    commonjs(),
  ],
  // What packages say to servers of React.
  onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
}
`

export async function adoptRollup({ temp, tarball, browser, check }) {
  const app = join(temp, 'rollup')
  mkdirSync(app)
  write(app, {
    'package.json': JSON.stringify({ name: 'host', private: true, type: 'module' }),
    'host.js': program.replace("import 'surface-runtime/styles.css'\n", ''),
    'index.html': html({ script: '/host.js', style: '/styles.css', type: 'type="module"' }),
    'rollup.config.js': config,
  })
  const plugins = ['commonjs', 'node-resolve', 'replace'].map((name) => `@rollup/plugin-${name}`)
  await install(app, ['rollup@4', ...plugins, 'react', 'react-dom', tarball])
  const out = join(app, 'out')
  await check('bundles without a warning', async () => {
    const output = await mustRun(join(app, 'node_modules/.bin/rollup'), ['-c'], { cwd: app })
    if (/warning|\(!\)/i.test(output)) throw new Error(output)
  })
  copyFileSync(join(app, 'index.html'), join(out, 'index.html'))
  copyFileSync(join(app, 'node_modules/surface-runtime/dist/styles.css'), join(out, 'styles.css'))
  await check('strict policy: draws, loads its late parts, sends one event, stays silent', () =>
    serving(out, strict(), (url) => usePage(browser, url)),
  )
}
