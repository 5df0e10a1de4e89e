// Next, current version, default template with the App Router: prerendered, hydrated, and rendered on request.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../tools.mjs'
import { date, heading, messages } from './messages.mjs'
import { usePage } from './page.mjs'
import { blocksOf } from './readme.mjs'
import { install, mustRun, withServer, write } from './run.mjs'

const template = [
  '--yes',
  '--ts',
  '--app',
  '--no-eslint',
  '--no-tailwind',
  '--no-src-dir',
  '--use-npm',
  '--disable-git',
]

const layout = `
import 'surface-runtime/styles.css'
export const metadata = { title: 'Host' }
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`

/** A server component: it may import the package, and hand its views to a component of the browser. */
const page = `
import { basicRenderers, SurfaceList } from 'surface-runtime'
import { Reply } from './reply'
export default function Page() {
  return <Reply List={SurfaceList} renderers={basicRenderers} />
}
`

const reply = `
'use client'
import { type ComponentType, useState } from 'react'
import { createRuntime, preload, type SurfaceListProps } from 'surface-runtime'
import { messages } from './messages'

await preload()

interface ReplyProps {
  readonly List: ComponentType<SurfaceListProps>
  readonly renderers: SurfaceListProps['renderers']
}

export function Reply({ List, renderers }: ReplyProps) {
  const [names, setNames] = useState<readonly string[]>([])
  const [runtime] = useState(() => {
    const runtime = createRuntime({
      locale: 'en-GB',
      timeZone: 'UTC',
      onEvent: (event) => setNames((names) => [...names, event.kind === 'action' ? event.name : event.kind]),
      onError: (error) => console.error(error.code, error.message),
    })
    runtime.apply(messages)
    return runtime
  })
  return <><List runtime={runtime} renderers={renderers} /><output>{names.join(' ')}</output></>
}
`

/**
 * Within the App Router 'use client' modules are references, which nothing on the server can call. So the handler has Node
 * load the three packages, past the bundler.
 */
const routeHandler = `
import { connection } from 'next/server'
import { messages } from '../messages'
export async function GET() {
  await connection()
  const { createElement } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'react')
  const { renderToString } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'react-dom/server')
  const { createRuntime, preload, SurfaceList } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'surface-runtime')
  await preload()
  const runtime = createRuntime({ locale: 'en-GB', timeZone: 'UTC' })
  runtime.apply(messages)
  return new Response(renderToString(createElement(SurfaceList, { runtime })))
}
`

/** In the Pages Router nothing is a reference. */
const apiHandler = `
import type { NextApiRequest, NextApiResponse } from 'next'
import { renderToString } from 'react-dom/server'
import { createRuntime, preload, SurfaceList } from 'surface-runtime'
import { messages } from '../../app/messages'
export default async function handler(_: NextApiRequest, response: NextApiResponse) {
  await preload()
  const runtime = createRuntime({ locale: 'en-GB', timeZone: 'UTC' })
  runtime.apply(messages)
  response.send(renderToString(<SurfaceList runtime={runtime} />))
}
`

function configOf(cacheComponents) {
  return `export default { cacheComponents: ${cacheComponents}, devIndicators: false }\n`
}

export async function adoptNext({ temp, tarball, browser, check }) {
  const app = join(temp, 'next')
  await mustRun('npx', ['--yes', 'create-next-app@latest', app, ...template], { cwd: temp })
  await install(app, [tarball])
  write(app, {
    'app/layout.tsx': layout,
    'app/page.tsx': page,
    'app/reply.tsx': reply,
    'app/messages.ts': `export const messages = ${JSON.stringify(messages)}\n`,
    'app/html/route.ts': routeHandler,
    'pages/api/html.tsx': apiHandler,
  })
  const { version } = JSON.parse(readFileSync(join(app, 'node_modules/next/package.json'), 'utf8'))
  for (const cacheComponents of [true, false]) {
    write(app, { 'next.config.ts': configOf(cacheComponents) })
    const name = `${version}${cacheComponents ? ' with cacheComponents' : ''}`
    await adoptBuild(app, browser, (what, task) => check(`${name}: ${what}`, task))
  }
  await check(`${version}, development: hydrates and works without a complaint`, () =>
    serveNext(app, 'dev', (url) => usePage(browser, url)),
  )
  await check(
    `${version}: the page of the guide builds, draws what its agent writes, and posts a press once`,
    async () => {
      const { files } = blocksOf('demo/guide/frameworks.md')
      write(app, Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('app/'))))
      await mustRun(nextOf(app), ['build'], { cwd: app })
      await serveNext(app, 'start', (url) => usePageOfGuide(browser, url))
    },
  )
}

async function usePageOfGuide(browser, url) {
  const page = await browser.newPage()
  const posted = []
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.postDataJSON()))
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Say hello' }).click({ timeout: 15_000 })
    await page.waitForTimeout(700)
    if (posted.length !== 1 || posted[0].action?.name !== 'hello')
      throw new Error(`a press posted ${JSON.stringify(posted)}`)
  } finally {
    await page.close()
  }
}

async function adoptBuild(app, browser, check) {
  await check('builds, with its types', () => mustRun(nextOf(app), ['build'], { cwd: app }))
  await check('the prerendered HTML has the texts of the surface', () => {
    mustHaveTexts(readFileSync(join(app, '.next/server/app/index.html'), 'utf8'))
  })
  await serveNext(app, 'start', async (url) => {
    await check('hydrates, loads its late parts, sends one event, stays silent', () => usePage(browser, url))
    await check('renderToString in a route handler', () => mustServe(`${url}html`))
    await check('renderToString in an API route', () => mustServe(`${url}api/html`))
  })
}

function nextOf(app) {
  return join(app, 'node_modules/.bin/next')
}

async function serveNext(app, command, use) {
  const port = await freePort()
  const url = `http://localhost:${port}/`
  return withServer(nextOf(app), [command, '-p', String(port)], { cwd: app, url }, () => use(url))
}

async function mustServe(url) {
  const answer = await fetch(url)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} of ${url}:\n${text.slice(0, 1000)}`)
  mustHaveTexts(text)
}

function mustHaveTexts(html) {
  const missing = [heading, date, 'Row 0', 'Row 199', 'Send'].filter((text) => !html.includes(text))
  if (missing.length > 0) throw new Error(`the HTML lacks ${missing.join(', ')}`)
}
