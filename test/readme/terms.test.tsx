// terms.test.tsx
import { userEvent } from '@testing-library/user-event'
import { cleanup, renderSurface } from 'surface-runtime/testing'
import { afterEach, expect, it } from 'vitest'

afterEach(cleanup)

const lines = `{"version":"v0.9","createSurface":{"surfaceId":"s1","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[{"id":"root","component":"Modal","trigger":"open","content":"agree"}]}}
{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[{"id":"open","component":"Text","text":"Terms"},{"id":"agree","component":"CheckBox","label":"I agree","value":{"path":"/agreed"}}]}}`

it('asks for a yes in a dialog', async () => {
  const { page, surface } = renderSurface(lines)
  await userEvent.click(page.getByRole('button', { name: 'Terms' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'I agree' }))
  await userEvent.keyboard('{Escape}')
  expect(page.queryByRole('dialog')).toBe(null)
  expect(surface().data.get('/agreed')).toBe(true)
})
