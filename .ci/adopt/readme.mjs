// A newcomer with a fresh Vite app, its chat, and the README: only the lines that stand there are typed, into the files that they
// name. The agent is a route of the page that sends the README's lines.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools.mjs'
import { serving } from './program.mjs'
import { install, mustRun, write } from './run.mjs'

/** What the newcomer has before: a chat that shows an answer. */
export const app = {
  'package.json': JSON.stringify({ name: 'chat', private: true, type: 'module' }),
  'index.html':
    '<!doctype html><html lang="en"><head><title>Chat</title><link rel="icon" href="data:,"></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
  'vite.config.ts': "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n",
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: ['vite/client'] },
    },
    include: ['src'],
  }),
}

export const main = (reply) => `import { createRoot } from 'react-dom/client'
${reply}
createRoot(document.getElementById('root')!).render(<main><p>Here is your answer.</p><Reply /></main>)
`

/** Blocks of a document, by what they begin with: the name of a file, or the language alone. */
export function blocksOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  const blocks = [...text.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language,
    code,
  }))
  const files = blocks.flatMap(({ code }) => {
    const name = /^\/[/*] ([\w./-]+\.\w+)[,\s]/.exec(code)?.[1]
    return name ? [[name, code]] : []
  })
  const install = blocks.find(({ language, code }) => language === 'sh' && code.startsWith('npm install '))?.code ?? ''
  return {
    blocks,
    files: Object.fromEntries(files),
    lines: blocks.find(({ language }) => language === 'jsonl')?.code ?? '',
    packages: install.trim().split(' ').slice(2),
    /** Code in the middle of a sentence. */
    phrases: [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, phrase]) => phrase),
  }
}

export async function adoptReadme({ temp, tarball, browser, check }) {
  const folder = join(temp, 'readme')
  mkdirSync(folder)
  const readme = blocksOf('README.md')
  write(folder, { ...app, ...readme.files, 'src/main.tsx': main("import { Reply } from './reply.tsx'") })
  await check('what it says to install can be installed', async () => {
    const ours = readme.packages.map((name) => (name.startsWith('./surface-runtime') ? tarball : name))
    if (!ours.includes(tarball)) throw new Error('the README does not say how the package is installed')
    await install(folder, ['vite', '@vitejs/plugin-react', 'react', 'react-dom', ...ours])
    await install(folder, ['typescript', '@types/react', '@types/react-dom'])
  })
  const show = (lines, use) => serving(join(folder, 'dist'), {}, (address) => withAgent(browser, address, lines, use))

  await check('the chat in ten lines draws the lines of the README', async () => {
    await buildApp(folder)
    await show(readme.lines, (page) => page.getByText('Hello', { exact: true }).waitFor({ timeout: 15_000 }))
  })
  await check('the component in twenty lines is drawn, follows its data and sends its press', async () => {
    // As the sentence below the component says: a runtime that knows it, and a list that draws it.
    const [runtime] = readme.phrases.filter((phrase) => phrase.startsWith('createRuntime({ catalogs: [offers'))
    const [list] = readme.phrases.filter((phrase) => phrase.startsWith('<SurfaceList') && phrase.includes('renderers'))
    if (!runtime || !list) throw new Error('the README does not say how the component is used')
    const reply = readme.files['src/reply.tsx']
      .replace(
        "from 'surface-runtime'\n",
        "from 'surface-runtime'\nimport { basicCatalog } from 'surface-runtime'\nimport { offers, renderers } from './offers.tsx'\n",
      )
      .replace('createRuntime({', runtime.replace(' })', ','))
      .replace('<SurfaceList runtime={runtime} />', list)
    write(folder, { 'src/reply.tsx': reply })
    await buildApp(folder)
    const buy = { event: { name: 'buy' } }
    const lines = [
      { createSurface: { surfaceId: 's1', catalogId: 'https://your.example/offers' } },
      {
        updateComponents: {
          surfaceId: 's1',
          components: [{ id: 'root', component: 'Price', amount: { path: '/a' }, buy }],
        },
      },
      { updateDataModel: { surfaceId: 's1', path: '/a', value: 12 } },
    ]
    const text = lines.map((line) => `${JSON.stringify({ version: 'v0.9', ...line })}\n`).join('')
    await show(text, async (page, sent) => {
      await page.getByRole('button', { name: 'Buy for 12 €' }).click({ timeout: 15_000 })
      await page.waitForTimeout(200)
      if (sent[0]?.action?.name !== 'buy') throw new Error(`a press sent ${JSON.stringify(sent)}`)
    })
  })
}

/** Builds the newcomer's app. The types of a catalog are written by the build. */
export async function buildApp(folder) {
  await mustRun(join(folder, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], { cwd: folder })
  await mustRun(join(folder, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder })
}

/** Opens the page, answers `/agent` with these lines, and keeps what is posted there. Whatever the page complains of fails. */
export async function withAgent(browser, address, lines, use) {
  const page = await browser.newPage()
  const [complaints, sent] = [[], []]
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.route('**/agent', async (route) => {
    const body = route.request().postDataJSON()
    if (body) sent.push(body)
    await route.fulfill({ contentType: 'application/jsonl', body: body ? '' : lines })
  })
  try {
    await page.goto(address)
    await use(page, sent)
  } finally {
    await page.close()
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}
