// The filter of the results: what the user types hides cards in the page, and nobody is asked.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRuntime, SurfaceView } from 'surface-runtime'
import { expect, it } from 'vitest'
import { createSurfaceWriter } from '../../../demo/agent/surface-writer.ts'
import { resultsFrame } from '../../../demo/shop/agent/results-surface.ts'
import { english } from '../../../demo/shop/agent/words/english.ts'
import { shopCatalog, shopRenderers } from '../../../demo/shop/catalog/catalog.tsx'

const names = ['Heron running shoe', 'Amble running shoe', 'Wool socks']

it('[SH-5] what is typed hides the cards that do not match and says so where none is left, without a word to the agent', async () => {
  const events: unknown[] = []
  const faults: unknown[] = []
  const runtime = createRuntime({
    ...{ catalogs: [shopCatalog], onEvent: (event) => void events.push(event), onError: (error) => faults.push(error) },
  })
  const surface = { ...createSurfaceWriter('results', 'v0.9', '#0F766E'), words: english }
  for (const message of resultsFrame(surface, 'Things', true)) runtime.apply(message)
  names.forEach((name, index) => {
    runtime.apply(surface.data(`/items/${index}`, { id: name, name, title: name, words: `${name} for sale` }))
  })
  render(<SurfaceView runtime={runtime} surfaceId="results" renderers={shopRenderers} />)
  const shown = (): readonly string[] =>
    [...document.querySelectorAll('.shop-match:not([hidden])')].map(
      (row) => row.querySelector('.sf-text--h4')?.textContent ?? '',
    )
  expect(shown()).toEqual(names)
  const noHit = () => document.querySelector('.shop-no-match[role=status]')
  expect(noHit()?.textContent).toBe('')
  const field = screen.getByLabelText('Filter these')
  await userEvent.type(field, 'SHOE he')
  expect(shown()).toEqual(['Heron running shoe'])
  expect(noHit()?.textContent).toBe('1 of 3 shown here')
  await userEvent.clear(field)
  await userEvent.type(field, 'kind')
  expect(shown()).toEqual([])
  expect(noHit()?.textContent).toBe('No match among these.')
  // A card that comes later is filtered, too.
  runtime.apply(surface.data('/items/3', { id: 'late', name: 'x', title: 'Late', words: 'One of a kind' }))
  expect(await screen.findByText('Late')).toBeDefined()
  expect(shown()).toEqual(['Late'])
  expect(noHit()?.textContent).toBe('1 of 4 shown here')
  await userEvent.clear(field)
  expect(shown()).toEqual([...names, 'Late'])
  expect([events, faults]).toEqual([[], []])
  runtime.dispose()
})
