// The custom elements in frameworks that are not React, each with its own way to set a property and to hear an event, and in a
// plain page that nobody builds.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from './messages.mjs'
import { usePage } from './page.mjs'
import { html, serving } from './program.mjs'
import { blocksOf, withAgent } from './readme.mjs'
import { install, mustRun, write } from './run.mjs'

/** What all of them do. `from`: where the names come from. */
const setup = (...from) => `
${from.join('\n')}

defineElements()
const runtime = createRuntime({ onError: (error) => console.error(error.code, error.message) })
runtime.apply(${JSON.stringify(messages)})
`

const built = setup(
  "import { createRuntime } from 'surface-runtime'",
  "import { defineElements } from 'surface-runtime/element'",
  "import 'surface-runtime/styles.css'",
)

const frameworks = {
  'Vue 3': {
    packages: ['vue@3', '@vitejs/plugin-vue'],
    files: {
      'vite.config.js': `import vue from '@vitejs/plugin-vue'
const isCustomElement = (tag) => tag.startsWith('surface-')
export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] }
`,
      'host.js': "import { createApp } from 'vue'\nimport Host from './Host.vue'\ncreateApp(Host).mount('#root')\n",
      'Host.vue': `<script setup>
import { ref } from 'vue'
${built}
const names = ref([])
</script>
<template>
  <surface-list :runtime="runtime" @surface-event="({ detail }) => names.push(detail.event.name)" />
  <output>{{ names.join(' ') }}</output>
</template>
`,
    },
  },
  'Svelte 5': {
    packages: ['svelte@5', '@sveltejs/vite-plugin-svelte'],
    files: {
      'vite.config.js':
        "import { svelte } from '@sveltejs/vite-plugin-svelte'\nexport default { plugins: [svelte()] }\n",
      'host.js':
        "import { mount } from 'svelte'\nimport Host from './Host.svelte'\nmount(Host, { target: document.getElementById('root') })\n",
      'Host.svelte': `<script>
${built}
let names = $state([])
</script>
<surface-list {runtime} onsurface-event={({ detail }) => names.push(detail.event.name)}></surface-list>
<output>{names.join(' ')}</output>
`,
    },
  },
  Angular: {
    packages: ['@angular/core', '@angular/common', '@angular/compiler', '@angular/platform-browser', 'rxjs'],
    files: {
      // Decorators as functions: so no compiler of Angular's is needed.
      'host.js': `import '@angular/compiler'
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
${built}
class Host {
  runtime = runtime
  names = signal([])
  note({ detail }) {
    this.names.update((names) => [...names, detail.event.name])
  }
}
Component({
  selector: '#root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: '<surface-list [runtime]="runtime" (surface-event)="note($event)"></surface-list><output>{{ names().join(" ") }}</output>',
})(Host)
bootstrapApplication(Host, { providers: [provideZonelessChangeDetection()] })
`,
    },
  },
}

export async function adoptElements({ temp, tarball, browser, check }) {
  for (const [name, { packages, files }] of Object.entries(frameworks)) {
    const app = join(temp, name.replace(' ', '-'))
    const does = 'draws, takes what is typed and pasted, loads its late parts, sends one event, stays silent'
    await check(`${name}: ${does}`, async () => {
      mkdirSync(app)
      write(app, {
        'package.json': JSON.stringify({ name: 'host', private: true, type: 'module' }),
        'index.html': html({ script: '/host.js', type: 'type="module"' }),
        ...files,
      })
      await install(app, ['vite', 'react', 'react-dom', ...packages, tarball])
      await mustRun(join(app, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], { cwd: app })
      await serving(join(app, 'dist'), {}, (address) => usePage(browser, address))
    })
  }
  await check('a plain page with an import map: the same, without a build step', () =>
    adoptPlain(temp, tarball, browser),
  )
  await check('the plain page of the guide draws lines and posts a press', () => adoptGuidePage(temp, browser))
}

/** With the folder of the package where the page says. */
async function adoptGuidePage(temp, browser) {
  const app = join(temp, 'plain')
  const page = blocksOf('demo/guide/frameworks.md').blocks.find(({ language }) => language === 'html').code
  // The agent is a route of the browser: it answers one request with the lines, and hears the press.
  write(app, { 'index.html': page.replace('<title>', '<link rel="icon" href="data:,"><title>') })
  cpSync(join(app, 'node_modules/surface-runtime/dist/standalone'), join(app, 'standalone'), { recursive: true })
  const lines = blocksOf('demo/guide/looks.md').lines
  await serving(app, {}, (address) =>
    withAgent(browser, address, lines, async (page, sent) => {
      await page.getByRole('button', { name: 'Go on' }).click({ timeout: 15_000 })
      await page.waitForTimeout(700)
      if (sent[0]?.action?.name !== 'go') throw new Error(`a press sent ${JSON.stringify(sent)}`)
    }),
  )
}

async function adoptPlain(temp, tarball, browser) {
  const app = join(temp, 'plain')
  const standalone = '/node_modules/surface-runtime/dist/standalone'
  const imports = JSON.stringify({ imports: { 'surface-runtime': `${standalone}/surface-runtime.js` } })
  mkdirSync(app)
  write(app, {
    'package.json': JSON.stringify({ name: 'host', private: true }),
    'index.html': `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="${standalone}/styles.css"><script type="importmap">${imports}</script></head>
<body><surface-list></surface-list><output></output><script type="module">
${setup("import { createRuntime, defineElements } from 'surface-runtime'")}
const list = document.querySelector('surface-list')
list.runtime = runtime
list.addEventListener('surface-event', ({ detail }) => document.querySelector('output').append(detail.event.name))
</script></body></html>
`,
  })
  await install(app, ['react', 'react-dom', tarball])
  await serving(app, {}, (address) => usePage(browser, address))
}
