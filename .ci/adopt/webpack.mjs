// webpack 5, once as it comes and once in a page with a strict Content Security Policy and Trusted Types. The policy needs
// one option of webpack's own: `output.trustedTypes`, since webpack loads chunks by the address of a script element.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { usePage } from './page.mjs'
import { html, program, serving, strict } from './program.mjs'
import { install, mustRun, write } from './run.mjs'

const config = `
export default (env) => ({
  mode: 'production',
  entry: './host.js',
  output: { trustedTypes: env.strict ? { policyName: 'host-chunks' } : undefined },
  experiments: { css: true },
  performance: { hints: false },
})
`

export async function adoptWebpack({ temp, tarball, browser, check }) {
  const app = join(temp, 'webpack')
  mkdirSync(app)
  write(app, {
    'package.json': JSON.stringify({ name: 'host', private: true, type: 'module' }),
    'host.js': program,
    'index.html': html({ script: '/main.js', style: '/main.css' }),
    'webpack.config.js': config,
  })
  await install(app, ['webpack@5', 'webpack-cli', 'react', 'react-dom', tarball])
  for (const { name, flags, headers } of [
    { name: 'as it comes', flags: [], headers: {} },
    { name: 'strict policy', flags: ['--env', 'strict'], headers: strict('host-chunks') },
  ]) {
    const out = join(app, flags.length === 0 ? 'plain' : 'strict')
    await check(`${name}: bundles without a warning`, () => bundle(app, out, flags))
    copyFileSync(join(app, 'index.html'), join(out, 'index.html'))
    await check(`${name}: draws, loads its late parts, sends one event, stays silent`, () =>
      serving(out, headers, (url) => usePage(browser, url)),
    )
  }
}

async function bundle(app, out, flags) {
  const binary = join(app, 'node_modules/.bin/webpack')
  const output = await mustRun(binary, ['--output-path', out, ...flags], { cwd: app })
  if (/\bwarning\b/i.test(output)) throw new Error(output)
}
