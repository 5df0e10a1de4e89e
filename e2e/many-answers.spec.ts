// A chat whose agent gives one id to the surface of each answer: all stay, a press goes to its own, and typing goes on meanwhile.
import type { Locator, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import type { Chat } from './pages/answers.tsx'
import { column, components, create, data, text } from './wire.ts'

declare global {
  interface Window {
    /** Of `pages/answers.html`. */
    readonly chat: Chat
  }
}

const field = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }
const book = {
  ...{ id: 'book', component: 'Button', child: 'label' },
  action: { event: { name: 'book', context: { name: { path: '/name' } } } },
}
const rest = [field, book, text('label', 'Book'), text('said', { path: '/said' })]
const form = (title: string) => [
  create('s1'),
  components('s1', column('root', ['title', 'field', 'book', 'said']), text('title', title), ...rest),
]

const events = (messages: readonly object[]): string =>
  messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('')

/** What was posted. Each press is answered by an update of `s1`, without beginning it anew. */
const test = base.extend<{ readonly posts: { readonly question: string; readonly name: string }[] }>({
  posts: [
    async ({ page }, use) => {
      const posts: { readonly question: string; readonly name: string }[] = []
      await page.route('**/agent?*', async (route) => {
        const question = new URL(route.request().url()).searchParams.get('question') ?? ''
        const posted = route.request().method() === 'POST' && route.request().postDataJSON()
        if (posted) posts.push({ question, name: posted.action.context.name })
        const messages = posted ? [data('s1', '/said', `booked for ${posts.at(-1)?.name}`)] : form(question)
        await route.fulfill({ contentType: 'text/event-stream', body: events(messages) })
      })
      await use(posts)
    },
    { auto: true },
  ],
})

const bubble = (page: Page, number: number): Locator => page.getByRole('region', { name: `answer ${number}` })

async function ask(page: Page, number: number): Promise<Locator> {
  await page.evaluate((question) => window.chat.ask(question), `question ${number}`)
  const answer = bubble(page, number)
  await expect(answer.getByText(`question ${number}`)).toBeVisible()
  return answer
}

/** Begins the list of an answer otherwise: with another title, and a text that was not there. */
async function beginOtherwise(page: Page, number: number): Promise<void> {
  const list = [
    create('s1'),
    components('s1', column('root', ['title', 'new', 'field', 'book', 'said']), text('new', `new in ${number}`)),
    components('s1', text('title', `written again ${number}`), ...rest),
  ]
  await page.evaluate(
    ([index, messages]) => {
      const { connections, runtime } = window.chat
      const [source = ''] = connections[index]?.sources.getSnapshot() ?? []
      runtime.sync(source, messages)
    },
    [number - 1, list] as const,
  )
  await expect(bubble(page, number).getByText(`new in ${number}`)).toBeVisible()
}

/** Types "Ada" and goes back behind the "A" with "d" selected. */
async function type(page: Page, input: Locator): Promise<void> {
  await input.click()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
}

const caretOf = (input: Locator) =>
  input.evaluate((element: HTMLInputElement) => [
    document.activeElement === element,
    element.value,
    element.selectionStart,
    element.selectionEnd,
  ])

const codes = (page: Page) => page.evaluate(() => window.chat.reports.map(({ code }) => code))

test.beforeEach(async ({ page, open }) => {
  await open('answers')
  await page.waitForFunction(() => 'chat' in window)
})

test('[CA-11] [CA-12] a press in the older answer is posted once, and its answer is drawn there', async ({
  page,
  posts,
}) => {
  const [first, second] = [await ask(page, 1), await ask(page, 2)]
  await expect(first.getByText('question 1')).toBeVisible()
  await second.getByLabel('Name').fill('Bo')
  await first.getByLabel('Name').fill('Ann')
  await first.getByRole('button', { name: 'Book' }).click()
  await expect(first.getByText('booked for Ann')).toBeVisible()
  await second.getByRole('button', { name: 'Book' }).click()
  await expect(second.getByText('booked for Bo')).toBeVisible()
  await expect(first.getByText('booked for Ann')).toBeVisible()
  expect(posts).toEqual([
    { question: 'question 1', name: 'Ann' },
    { question: 'question 2', name: 'Bo' },
  ])
  expect(await codes(page)).toEqual([])
})

test('[SF-10] typing goes on while the other answer, and then this one, begin otherwise', async ({ page }) => {
  await ask(page, 1)
  const input = (await ask(page, 2)).getByLabel('Name')
  await type(page, input)
  for (const number of [1, 2]) {
    await beginOtherwise(page, number)
    expect(await caretOf(input)).toEqual([true, 'Ada', 1, 2])
  }
  await page.keyboard.type('nn')
  expect(await caretOf(input)).toEqual([true, 'Anna', 3, 3])
  await bubble(page, 2).getByRole('button', { name: 'Book' }).click()
  await expect(bubble(page, 2).getByText('booked for Anna')).toBeVisible()
  expect(await codes(page)).toEqual([])
})

test('[SF-10] a surface that is deleted and created at once under a focused field keeps the focus', async ({
  page,
}) => {
  const lines = form('streamed').map((message) => `${JSON.stringify(message).replaceAll('"s1"', '"streamed"')}\n`)
  const gone = `${JSON.stringify({ version: 'v0.9', deleteSurface: { surfaceId: 'streamed' } })}\n`
  await page.evaluate((chunk) => window.chat.runtime.push(chunk), lines)
  const input = page.getByLabel('Name')
  await type(page, input)
  await page.evaluate((chunk) => window.chat.runtime.push(chunk), [gone, ...lines])
  await expect(page.getByText('streamed')).toBeVisible()
  expect(await caretOf(input)).toEqual([true, 'Ada', 1, 2])
  await page.keyboard.type('nn')
  expect(await caretOf(input)).toEqual([true, 'Anna', 3, 3])
  expect(await codes(page)).toEqual([])
})
