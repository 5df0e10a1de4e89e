// Browsers look up the host names of links before any press. While the user has not sent what they typed, no new link is in a
// request or in a name that Chromium looks up, by its own log of the network.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, chromium, type LaunchOptions } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'
import { pass, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

const secret = 'hunter2'

/** The letters of the secret as they are chosen, each in a row of its own. */
const choice = {
  ...{ id: 'choice', component: 'ChoicePicker', variant: 'multipleSelection', value: { path: '/chosen' } },
  options: [{ label: 'x', value: 'x' }],
}

const field = { id: 'field', component: 'TextField', label: 'Secret', value: { path: '/pw' } }

const typed = (host: string): object => ({
  call: 'formatString',
  args: { value: `[more](https://${host}-\${/pw}.example/)` },
})

const before = [
  create('s'),
  data('s', '/rows', [{ host: 'row' }]),
  components(
    's',
    column('root', ['field', 'choice', 'plain', 'text', 'button', 'rows', 'picked', 'late']),
    field,
    choice,
    text('plain', '[more](https://plain.example/)'),
    text('text', typed('text')),
    { id: 'button', component: 'Button', child: 'label', action: { event: { name: 'go' } } },
    text('label', typed('label')),
    column('rows', { componentId: 'row', path: '/rows' }),
    text('row', typed('${host}')),
    column('picked', { componentId: 'pick', path: '/chosen' }),
    text('pick', '[more](https://picked.example/)'),
  ),
]

const afterwards = [
  components(
    's',
    column('late', ['auto', 'fresh']),
    text('auto', { path: '/late' }),
    text('fresh', '<https://fresh.example/>'),
  ),
  components('s', text('auto', { call: 'formatString', args: { value: 'See <https://late-${/pw}.example/>.' } })),
]

/** A browser with background networking, as people have it: what it knows of the network after a user has typed the secret. */
async function networkLog(baseURL: string, { args = [], ...launch }: LaunchOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'network-'))
  const file = join(folder, 'log.json')
  // A window of its own looks nothing up for links; a profile on the disk does.
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...launch,
    baseURL,
    args: [...args.filter((arg) => arg !== '--disable-background-networking'), `--log-net-log=${file}`],
    ignoreDefaultArgs: ['--disable-background-networking'],
  })
  try {
    const page = await context.newPage()
    await page.goto('/test-pages/stage.html')
    await page.waitForFunction(() => 'stage' in window)
    await send(page, ...before)
    await page.getByLabel('Secret').fill(secret)
    await page.getByLabel('x', { exact: true }).check()
    await send(page, ...afterwards)
    await page.getByText(`late-${secret}`).first().waitFor()
    await expect(page.getByText(/more|example/).first()).toBeVisible()
    for (const shown of await page.getByText(/more|example/).all()) {
      await shown.hover()
      await page.waitForTimeout(300)
    }
    // Tab comes to each of them.
    await page.getByLabel('Secret').focus()
    for (let stop = 0; stop < 10; stop++) await page.keyboard.press('Tab')
    await page.waitForTimeout(300)
  } finally {
    await context.close()
  }
  const log = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true, force: true })
  return log
}

base(
  '[TT-1] no new link tells its host name before a press while text is unsent; those that were there are links as ever',
  async ({ baseURL, launchOptions }) => {
    const log = await networkLog(baseURL ?? '', launchOptions)
    // Looked up for the link that was there before: the log has what it should have. New links wait.
    expect(new Set(log.match(/[\w-]+\.example/g))).toEqual(new Set(['plain.example']))
    expect(log.includes(secret)).toBe(false)
  },
)

for (const press of ['click', 'Enter'] as const) {
  test(`[TT-1] such a link opens by ${press}, and is a link until its address is another`, async ({
    page,
    context,
    open: go,
  }) => {
    await context.route('https://*.example/', (route) => route.fulfill({ body: 'there', contentType: 'text/html' }))
    await go('stage')
    await slowClock(page)
    await send(
      page,
      create('s'),
      components('s', column('root', ['field', 'text']), field, text('text', typed('text'))),
    )
    await page.getByLabel('Secret').fill(secret)
    await pass(page)
    const waiting = page.getByRole('button', { name: 'more', exact: true })
    await expect(waiting).toContainText(`https://text-${secret}.example/`)
    const opened = context.waitForEvent('page')
    if (press === 'click') await waiting.click()
    else {
      await page.keyboard.press('Tab')
      await expect(waiting).toBeFocused()
      await page.keyboard.press('Enter')
    }
    const other = await opened
    await expect(other).toHaveURL(`https://text-${secret}.example/`)
    expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await other.close()
    const link = page.getByRole('link', { name: 'more', exact: true })
    await expect(link).toHaveAttribute('href', `https://text-${secret}.example/`)
    await expect(link).toBeFocused()
    await page.getByLabel('Secret').fill('another')
    await expect(link).toHaveCount(0)
    await expect(waiting).toContainText('https://text-another.example/')
  })
}
