// Vite with both versions of React that hosts have: in development, where StrictMode does everything twice, and as a
// production build under a strict policy with Trusted Types.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, root } from '../tools.mjs'
import { usePage } from './page.mjs'
import { html, program, serving, strict } from './program.mjs'
import { install, mustRun, withServer, write } from './run.mjs'

const types = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: true, noUncheckedSideEffectImports: true },
  },
  files: ['host-types.tsx'],
}

export async function adoptVite({ temp, tarball, browser, check }) {
  for (const version of ['18.3', '19']) {
    await adoptReact(version, join(temp, `vite-${version}`), tarball, browser, (what, task) =>
      check(`React ${version}${what}`, task),
    )
  }
}

async function adoptReact(version, app, tarball, browser, check) {
  mkdirSync(app)
  write(app, {
    'package.json': JSON.stringify({ name: 'host', private: true, type: 'module' }),
    'host.js': program,
    'index.html': html({ script: '/host.js', type: 'type="module"' }),
    'vite.config.js': "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n",
  })
  await install(app, ['vite', '@vitejs/plugin-react', `react@~${version}`, `react-dom@~${version}`, tarball])
  await check(': the types hold beside @types/react', async () => {
    await install(app, ['typescript', `@types/react@~${version}`, `@types/react-dom@~${version}`])
    write(app, {
      'tsconfig.json': JSON.stringify(types),
      'host-types.tsx': readFileSync(join(root, 'test/entries/types/host.tsx'), 'utf8'),
    })
    await mustRun(join(app, 'node_modules/.bin/tsc'), ['-p', app], { cwd: app })
  })
  const binary = join(app, 'node_modules/.bin/vite')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const development = ['--host', '127.0.0.1', '--port', String(port), '--strictPort']
  await check(
    ', development, StrictMode: draws, takes what is typed and pasted, loads late parts, sends one event, stays silent',
    () => withServer(binary, development, { cwd: app, url }, () => usePage(browser, url)),
  )
  await check(': builds without a warning', async () => {
    const output = await mustRun(binary, ['build', '--logLevel', 'warn'], { cwd: app })
    if (output.trim() !== '') throw new Error(output)
  })
  await check(
    ', production, strict policy: draws, takes what is typed and pasted, loads its late parts, sends one event, stays silent',
    () => serving(join(app, 'dist'), strict(), (address) => usePage(browser, address)),
  )
}
