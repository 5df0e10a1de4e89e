// travel.test.tsx, for Vitest with jsdom
import { render, screen } from '@testing-library/react'
import { createRuntime, type MessageV09, SurfaceList } from 'surface-runtime'
import { expect, it, vi } from 'vitest'
import { travelCatalog, travelRenderers } from './travel.tsx'

const nights = { call: 'nights', args: { from: '2026-05-01', to: '2026-05-04' } }
const photo = 'https://pictures.example/inn.jpg'
const stay = { id: 'root', component: 'Stay', hotel: 'Sample Inn', photo, nights, book: { event: { name: 'book' } } }
const messages: readonly MessageV09[] = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: travelCatalog.catalogId } },
  { version: 'v0.9', updateComponents: { surfaceId: 's', components: [stay] } },
]

it('books a stay', () => {
  const [onEvent, onError] = [vi.fn(), vi.fn()]
  const runtime = createRuntime({ catalogs: [travelCatalog], onEvent, onError })
  runtime.apply(messages)
  render(<SurfaceList runtime={runtime} renderers={travelRenderers} />)
  expect(screen.getByText('Sample Inn, 3 nights')).toBeDefined()
  screen.getByRole('button', { name: 'Book' }).click()
  expect(onEvent).toHaveBeenCalledWith(expect.objectContaining({ name: 'book' }), expect.anything())
  expect(onError).not.toHaveBeenCalled()
})
