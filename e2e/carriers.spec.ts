// One agent by five carriers: the page asks, draws, books, and says what broke.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { toNodeHandler } from 'srvx/node'
import { handle, upgrade } from '../demo/carriers/server/handle.ts'
import { violations } from './axe.ts'
import { test as base, expect } from './fixtures.ts'

const names = ['Server-sent events', 'WebSocket', 'AI SDK', 'AG-UI', 'Model Context Protocol']

const test = base.extend<{ readonly carriers: string }>({
  carriers: async ({ page, elsewhere }, use) => {
    const server: Server = createServer(toNodeHandler(handle) as RequestListener)
    const sockets: Duplex[] = []
    server.on('upgrade', (request, socket, head) => {
      sockets.push(socket)
      upgrade(request, socket, head)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await page.route('**/services.json', (route) => route.fulfill({ json: { carriers: origin } }))
    await use(origin)
    server.closeAllConnections()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    elsewhere.splice(0, elsewhere.length, ...elsewhere.filter((url) => new URL(url).hostname !== '127.0.0.1'))
  },
})

test('[CA-1] [CA-4] five carriers draw the same form, keep what is typed, and take the booking', async ({
  page,
  carriers: _,
}) => {
  await page.goto('/carriers.html')
  await page.getByRole('button', { name: 'Ask for a table' }).click()
  for (const name of names) {
    const card = page.getByRole('region', { name })
    await expect(card.getByText('Two tables are free tonight.')).toBeVisible()
    await card.getByLabel('Name').fill(`Ann of ${name}`)
    await expect(card.getByRole('radio', { name: 'By the window' })).toBeChecked()
    await card.getByText('In the garden').click()
  }
  expect(await violations(page)).toEqual([])
  for (const name of names) {
    const card = page.getByRole('region', { name })
    await expect(card.getByLabel('Name')).toHaveValue(`Ann of ${name}`)
    await card.getByRole('button', { name: 'Book' }).click()
    await expect(card.getByText(`Booked: a table in the garden, for Ann of ${name}.`)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Ask again' }).click()
  for (const name of names) await expect(page.getByRole('region', { name }).getByLabel('Name')).toHaveValue('')
})

test('[CA-3] a carrier that is refused says so beside a way to try again; the others go on', async ({
  page,
  carriers: _,
  complaints,
}) => {
  await page.route('**/sse', (route) => route.fulfill({ status: 503 }))
  await page.goto('/carriers.html')
  await page.getByRole('button', { name: 'Ask for a table' }).click()
  const refused = page.getByRole('region', { name: 'Server-sent events' })
  await expect(refused.getByRole('status')).toContainText('The connection broke off.')
  await expect(page.getByRole('region', { name: 'AG-UI' }).getByLabel('Name')).toBeVisible()
  await page.unroute('**/sse')
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(refused.getByLabel('Name')).toBeVisible()
  // Chromium tells of the refusal on its console.
  expect(complaints.splice(0).every((text) => text.includes('503'))).toBe(true)
})

test('[CA-3] without an agent the page says what to do', async ({ page }) => {
  await page.route('**/services.json', (route) => route.fulfill({ json: {} }))
  await page.goto('/carriers.html')
  await expect(page.getByRole('alert')).toHaveText('There is no agent here. Start the demo with “npm start”.')
})
