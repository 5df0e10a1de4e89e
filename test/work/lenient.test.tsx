// Lenient mode: components for work in the words of other vocabularies.
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/entries/index.ts'
import { lenient } from '../../src/entries/lenient.ts'
import { preloadWork } from '../../src/work/renderers.ts'
import { show } from './show.tsx'

beforeAll(() => preloadWork())
afterEach(cleanup)

const go = { event: { name: 'go' } }

describe('lenient mode', () => {
  it.each<[string, JsonObject, string]>([
    ['DataTable', { data: { path: '/rows' }, columns: [{ header: 'Sum', accessorKey: 'a' }, 'b'] }, '.sf-table'],
    [
      'data_grid',
      { rows: { path: '/rows' }, columns: [{ field: 'a', headerName: 'Sum', type: 'number' }] },
      '.sf-table',
    ],
    ['Alert', { severity: 'error', message: 'It failed' }, '.sf-callout.sf-tone--danger'],
    ['Tag', { label: 'New', color: 'green' }, '.sf-badge.sf-tone--success'],
    ['Stepper', { items: [{ title: 'A' }], activeStep: 1 }, '.sf-steps'],
    ['Dropdown', { label: 'Team', options: ['A', 'B'], value: { path: '/team' } }, '.sf-select'],
    ['Metric', { label: 'Sold', value: 3 }, '.sf-stat'],
    ['ProgressBar', { title: 'Upload', percent: 3 }, '.sf-progress'],
    ['Confirmation', { title: 'Send?', onConfirm: go, onReject: go }, '.sf-approval'],
    ['CodeSnippet', { content: 'a' }, '.sf-code'],
    ['Graph', { type: 'bar', data: { path: '/rows' }, xKey: 'a', series: [{ path: 'a', label: 'A' }] }, '.sf-chart'],
    ['FileInput', { label: 'File', action: go }, '.sf-file'],
  ])('[XC-13] draws a %s, with warnings', (component, props, selector) => {
    const { errors } = show([{ id: 'root', component, ...props }], { validation: lenient, data: { rows: [{ a: 1 }] } })
    expect(errors.every(({ severity }) => severity === 'warning')).toBe(true)
    expect(errors.length).toBeGreaterThan(0)
    expect(document.querySelector(selector)).not.toBeNull()
    expect(document.querySelector('.sf-notice')).toBeNull()
  })

  it('[XC-13] reads the columns under the names of other libraries', () => {
    const columns = [{ header: 'Sum', accessorKey: 'a' }, 'b']
    show([{ id: 'root', component: 'DataTable', data: { path: '/rows' }, columns }], {
      validation: lenient,
      data: { rows: [{ a: 7, b: 'x' }] },
    })
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Sum', 'b'])
    expect(screen.getAllByRole('row')[1]?.textContent).toBe('7x')
  })
})
