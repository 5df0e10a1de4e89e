// esbuild: one command, with splitting, so that what loads late is a chunk of its own. In a page with a strict policy and Trusted Types.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { usePage } from './page.mjs'
import { html, program, serving, strict } from './program.mjs'
import { install, mustRun, write } from './run.mjs'

export async function adoptEsbuild({ temp, tarball, browser, check }) {
  const app = join(temp, 'esbuild')
  mkdirSync(app)
  write(app, {
    'package.json': JSON.stringify({ name: 'host', private: true, type: 'module' }),
    'host.js': program,
    'index.html': html({ script: '/host.js', style: '/host.css', type: 'type="module"' }),
  })
  await install(app, ['esbuild', 'react', 'react-dom', tarball])
  const out = join(app, 'out')
  await check('bundles without a warning', () => bundle(app, out))
  copyFileSync(join(app, 'index.html'), join(out, 'index.html'))
  await check('strict policy: draws, loads its late parts, sends one event, stays silent', () =>
    serving(out, strict(), (url) => usePage(browser, url)),
  )
}

async function bundle(app, out) {
  const flags = ['--bundle', '--splitting', '--format=esm', '--minify', '--define:process.env.NODE_ENV="production"']
  const binary = join(app, 'node_modules/.bin/esbuild')
  const output = await mustRun(binary, ['host.js', ...flags, `--outdir=${out}`], { cwd: app })
  if (/warning/i.test(output)) throw new Error(output)
  if (!existsSync(join(out, 'host.css'))) throw new Error('the stylesheet is not in the bundle')
}
