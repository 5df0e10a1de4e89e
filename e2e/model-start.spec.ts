// `npm start` with MODEL_URL and MODEL_NAME, as a user has it: the page of the model and the chat ask a real endpoint.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createFakeModel, type FakeModel } from '../test/demo/shop/fake-model.ts'
import { violations } from './axe.ts'
import { test as base, expect } from './fixtures.ts'
import { ready, say } from './shop.ts'

const root = resolve(import.meta.dirname, '..')
const basicId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
/** The fullest that the chat draws, so the agent teaches it. */
const shopId = 'https://surface-runtime.example/catalogs/shop'
const line = (kind: string, surfaceId: string, payload: object): string =>
  JSON.stringify({ version: 'v0.9', [kind]: { surfaceId, ...payload } })
const create = (surfaceId: string, catalogId = basicId): string => line('createSurface', surfaceId, { catalogId })
const heading = (surfaceId: string, property: string): string =>
  line('updateComponents', surfaceId, {
    components: [{ id: 'root', component: 'Text', text: 'Trains', [property]: 'h2' }],
  })

interface Started {
  readonly web: string
  readonly model: FakeModel
}

const test = base.extend<object, { readonly started: Started }>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
    async ({}, use) => {
      const model = await createFakeModel()
      const data = mkdtempSync(join(tmpdir(), 'surface-runtime-model-'))
      const env = { ...process.env, PORT: '4640', DEMO_DATA: data, MODEL_URL: model.url, MODEL_NAME: 'small' }
      const child = spawn(process.execPath, ['.ci/start.mjs'], { cwd: root, env })
      await use({ web: await addressOfPages(child), model })
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      await model.stop()
      rmSync(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  elsewhere: async ({ page: _ }, use) => {
    // Pages, agent and shop have origins of their own on this machine.
    await use([])
  },
})

/** Pages are built before, where they are not. */
function addressOfPages(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
        const address = /^ {2}web +(http:\S+)\/ /m.exec(output)?.[1]
        if (address) done(address)
      })
    child.once('exit', () => fail(new Error(output)))
  })
}

test.describe.configure({ mode: 'serial' })

test('[MW-13] the page of the model: a task in own words, the wrong line, its report and the mended one', async ({
  page,
  complaints,
  started: { web, model },
}) => {
  model.answers.push(
    { text: `${create('s')}\n${heading('s', 'usageHint')}` },
    { text: heading('s', 'variant') },
    { status: 401 },
  )
  await page.goto(`${web}/model.html?speed=instant`)
  await page.getByText('Your model', { exact: true }).click()
  await page.getByRole('textbox', { name: 'What the model shall show' }).fill('Which trains are there?')
  await page.getByRole('button', { name: 'Ask the model' }).click()
  const status = page.getByRole('status').filter({ hasText: /\S/ }).first()
  await expect(status).toHaveText('Valid, after the model was asked once more.')
  const fault = page.getByRole('region', { name: 'Line 2, /updateComponents/components/0/usageHint' })
  await expect(fault).toContainText('Did you mean "variant"?')
  await expect(fault).toContainText('"variant": "h2"')
  await expect(
    page.getByRole('region', { name: 'What is drawn' }).getByRole('heading', { name: 'Trains' }),
  ).toBeVisible()
  expect(model.asked.map(({ messages }) => messages[1]?.content)).toEqual(Array(2).fill('Which trains are there?'))
  for (const [theme, width] of [
    ['light', 360],
    ['dark', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: theme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await violations(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Ask the model' }).click()
  await expect(status).toHaveText('The model does not let me in.')
  // The browser tells of each answer with 502.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('502')])
})

test('[MW-11] the chat: the wrong line of an answer is refused, asked for again, and drawn', async ({
  page,
  started: { web, model },
}) => {
  const before = model.asked.length
  model.answers.push(
    { text: `Here they are.\n${create('answer', shopId)}\n${heading('answer', 'usageHint')}` },
    { text: heading('answer', 'variant') },
  )
  await page.goto(web)
  await ready(page)
  await say(page, 'Which trains are there?')
  await expect(page.getByRole('heading', { name: 'Trains' })).toBeVisible()
  await expect(page.getByRole('list').getByText('Here they are.')).toBeVisible()
  const [first, second] = model.asked.slice(before)
  expect(first?.messages[0]?.content).toContain('You are the shopping agent')
  expect(second?.messages.at(-1)?.content).toContain('Did you mean "variant"?')
})
