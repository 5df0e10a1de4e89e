// table.test.tsx
import { userEvent } from '@testing-library/user-event'
import { renderSurface } from 'surface-runtime/testing'
import { expect, it } from 'vitest'

const lines = `{"version":"v0.9","createSurface":{"surfaceId":"s1","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[{"id":"root","component":"Column","children":["name","book"]}]}}
{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[{"id":"name","component":"TextField","label":"Name","value":{"path":"/name"}}]}}
{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[{"id":"book","component":"Button","child":"label","action":{"event":{"name":"book","context":{"name":{"path":"/name"}}}}}]}}
{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[{"id":"label","component":"Text","text":"Book"}]}}`

it('books a table', async () => {
  const { page, events, end, codes } = renderSurface(lines)
  end()
  await userEvent.type(page.getByRole('textbox', { name: 'Name' }), 'Ada')
  await userEvent.click(page.getByRole('button', { name: 'Book' }))
  expect(events).toMatchObject([{ name: 'book', context: { name: 'Ada' } }])
  expect(codes()).toEqual([])
})
