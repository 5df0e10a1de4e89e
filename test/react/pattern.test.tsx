// The message of a check that the agent did not word: the host's.
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createRuntime, SurfaceList } from '../../src/entries/index.ts'

const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'

it('[C-10] a field that does not match its pattern says so in the host’s words', () => {
  const runtime = createRuntime()
  const zip = {
    id: 'root',
    component: 'TextField',
    label: 'Zip',
    value: { path: '/zip' },
    validationRegexp: '^\\d{5}$',
  }
  runtime.apply([
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [zip] } },
  ])
  render(<SurfaceList runtime={runtime} texts={{ pattern: 'Fünf Ziffern, bitte.' }} />)
  const field = screen.getByLabelText('Zip')
  fireEvent.change(field, { target: { value: '123' } })
  fireEvent.blur(field)
  expect(screen.getByText('Fünf Ziffern, bitte.').className).toContain('error')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field, { target: { value: '12345' } })
  expect(screen.queryByText('Fünf Ziffern, bitte.')).toBeNull()
})
