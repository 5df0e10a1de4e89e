// The newcomer goes on with the guide's first four pages, in the order of its contents: only lines that stand there are typed, into
// the files that they name, or as the sentence beside them says. The agent is a route of the page, or the guide's own server.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../tools.mjs'
import { serving } from './program.mjs'
import { app, blocksOf, buildApp, main, withAgent } from './readme.mjs'
import { install, mustRun, write } from './run.mjs'

const walks = { 'first-surface': firstSurface, chat, components, looks }

export async function adoptGuide({ temp, tarball, browser, check }) {
  const folder = join(temp, 'guide')
  mkdirSync(folder)
  const contents = readFileSync(join(root, 'demo/guide/README.md'), 'utf8')
  const pages = [...contents.matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\)/gm)].slice(0, 4).map(([, page]) => page)
  for (const page of pages)
    await check(`the page ${page}`, async () => {
      if (!walks[page]) throw new Error(`the guide begins with ${pages.join(', ')}, and nobody walks ${page} here`)
      rmSync(join(folder, 'src'), { recursive: true, force: true })
      if (page === pages[0]) write(folder, app)
      await walks[page]({ folder, tarball, guide: blocksOf(`demo/guide/${page}.md`), show: shower(folder, browser) })
    })
}

const shower = (folder, browser) => async (lines, use) => {
  await buildApp(folder)
  await serving(join(folder, 'dist'), {}, (address) => withAgent(browser, address, lines, use))
}

/** What a page says to type into a shell. */
const typed = ({ blocks }) =>
  blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.trim().split('\n'))

const packagesOf = (guide) =>
  typed(guide)
    .filter((line) => line.startsWith('npm install '))
    .flatMap((line) => line.split(' ').slice(2))

const linesOf = ({ blocks }) => blocks.filter(({ language }) => language === 'jsonl').map(({ code }) => code)

function phraseOf({ phrases }, part) {
  const found = phrases.find((phrase) => phrase.includes(part))
  if (!found) throw new Error(`no sentence of the page has ${part}`)
  return found
}

const soon = { timeout: 15_000 }

async function firstSurface({ folder, tarball, guide, show }) {
  const ours = packagesOf(guide).map((name) => (name.startsWith('./surface-runtime') ? tarball : name))
  if (!ours.includes(tarball)) throw new Error('the page does not say how the package is installed')
  await install(folder, ['vite', '@vitejs/plugin-react', 'react', 'react-dom', ...ours])
  await install(folder, ['typescript', '@types/react', '@types/react-dom'])
  write(folder, { ...guide.files, 'src/main.tsx': main("import { Reply } from './reply.tsx'") })
  await show(linesOf(guide).join(''), async (page, sent) => {
    await page.getByText('A surface of v0.8').waitFor(soon)
    await page.getByLabel('Your name').fill('Grace')
    await page.getByText('Hello Grace').waitFor(soon)
    await page.getByRole('button', { name: 'Say hello' }).click()
    await page.waitForTimeout(700)
    if (sent[0]?.action?.context?.name !== 'Grace') throw new Error(`a press sent ${JSON.stringify(sent)}`)
    const reserve = page.getByRole('button', { name: 'Reserve' })
    await reserve.click({ force: true })
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByLabel('Email').fill('ada')
    await reserve.focus()
    await page.getByText('This is no email').waitFor(soon)
    await page.getByLabel('Email').fill('ada@sample.example')
    await page.waitForTimeout(700)
    await reserve.click()
    await page.waitForTimeout(700)
    if (sent.length !== 2 || sent[1].action?.context?.email !== 'ada@sample.example')
      throw new Error(`the form sent ${JSON.stringify(sent)}`)
  })
  // Before there is an agent: two lines in place of the `fetch`.
  const push = guide.blocks.find(({ code }) => code.startsWith('runtime.push(')).code
  const reply = guide.files['src/reply.tsx'].replace(/^void fetch.*\n/m, push)
  write(folder, { 'src/reply.tsx': reply })
  await show('', (page) => page.getByText('Hello', { exact: true }).waitFor(soon))
}

/** The AI SDK's: its server answers with the page's lines. */
async function chat({ folder, guide, show }) {
  await install(folder, packagesOf(guide))
  // The SDK's own declarations want those of Node; Vite's fresh app does not look into declarations either.
  const tsconfig = app['tsconfig.json'].replace('"noEmit"', '"skipLibCheck":true,"noEmit"')
  const start = main("import { Chat as Reply } from './chat.tsx'")
  // The page has a chat for each carrier.
  const { code } = guide.blocks.find((block) => block.code.includes("from 'surface-runtime/ai-sdk'"))
  write(folder, { ...guide.files, 'src/chat.tsx': code, 'tsconfig.json': tsconfig, 'src/main.tsx': start })
  const vite = ['build', '--ssr', 'src/server.ts', '--outDir', 'server', '--logLevel', 'warn']
  await mustRun(join(folder, 'node_modules/.bin/vite'), vite, { cwd: folder })
  const { answer, forModel } = await import(pathToFileURL(join(folder, 'server/server.js')))
  const messages = linesOf(guide)[0]
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const posted = []
  await show('', async (page) => {
    await page.route('**/api/chat', async (route) => {
      posted.push(route.request().postDataJSON().messages)
      const response = answer(posted.length === 1 ? messages : [])
      await route.fulfill({ headers: Object.fromEntries(response.headers), body: await response.text() })
    })
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('tables for two').first().waitFor(soon)
    await page.getByLabel('In the garden').check(soon)
    await page.getByRole('button', { name: 'Choose' }).click()
    await page.waitForTimeout(700)
  })
  const part = posted[1]?.at(-1)?.parts[0]
  if (part?.type !== 'data-a2uiAction' || part.data.action.name !== 'choose')
    throw new Error(`a press posted ${JSON.stringify(part)}`)
  const heard = JSON.stringify(await forModel(posted[1]))
  if (!heard.includes('garden')) throw new Error(`a model hears ${heard}`)
}

async function components({ folder, guide, show }) {
  await install(folder, packagesOf(guide))
  const { 'vite.config.ts': config, ...files } = guide.files
  const inSource = Object.fromEntries(Object.entries(files).map(([name, code]) => [`src/${name}`, code]))
  const catalog = guide.blocks.find(({ language }) => language === 'json').code
  const types = JSON.parse(`{${phraseOf(guide, '"types": [')}}`).types
  const { compilerOptions, ...rest } = JSON.parse(app['tsconfig.json'])
  write(folder, {
    ...{ 'vite.config.ts': config, 'src/travel.json': catalog, ...inSource },
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...compilerOptions, types: ['vite/client', ...types] },
      ...rest,
    }),
    'src/main.tsx': main(
      "import { Reply, runtime } from './chat.tsx'\nvoid fetch('/agent').then((answer) => runtime.read(answer))",
    ),
  })
  const stay = {
    id: 'root',
    component: 'Stay',
    hotel: { path: '/hotel' },
    photo: '',
    nights: 3,
    book: { event: { name: 'book' } },
  }
  const lines = [
    { createSurface: { surfaceId: 's1', catalogId: JSON.parse(catalog).catalogId } },
    { updateComponents: { surfaceId: 's1', components: [stay] } },
    { updateDataModel: { surfaceId: 's1', path: '/hotel', value: 'Sample Inn' } },
  ].map((line) => `${JSON.stringify({ version: 'v0.9', ...line })}\n`)
  await show(lines.join(''), async (page) => {
    await page.getByText('Sample Inn, 3 nights').waitFor(soon)
    await page.getByRole('button', { name: 'Book' }).waitFor(soon)
  })
  const [program, ...args] = typed(guide)
    .find((line) => line.startsWith('npx '))
    .split(' ')
  await mustRun(program, args, { cwd: folder })
}

async function looks({ folder, guide, show }) {
  const list = phraseOf(guide, 'renderers={renderers}')
  const reply = blocksOf('README.md').files['src/reply.tsx']
  write(folder, {
    ...guide.files,
    'src/reply.tsx': `import { renderers } from './looks.tsx'\nimport './looks.css'\n${reply.replace('<SurfaceList runtime={runtime} />', list)}`,
    'src/main.tsx': main("import { Reply } from './reply.tsx'"),
  })
  await show(linesOf(guide).join(''), async (page, sent) => {
    const button = page.getByRole('button', { name: 'Go on' })
    await button.click(soon)
    await page.waitForTimeout(700)
    if (sent[0]?.action?.name !== 'go') throw new Error(`a press sent ${JSON.stringify(sent)}`)
    if ((await button.getAttribute('data-kind')) !== 'primary') throw new Error('the button is not the one of the page')
    const radius = await page.locator('.sf-card').evaluate((card) => getComputedStyle(card).borderRadius)
    if (radius !== '0px') throw new Error(`corners have a radius of ${radius}`)
  })
}
