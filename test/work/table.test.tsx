// `Table`: what stands in its cells, sorting, choosing, actions, the copy, and what hostile data do to it.
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type JsonObject, type JsonValue, SurfaceList } from '../../src/entries/index.ts'
import { workCatalog } from '../../src/work/index.ts'
import { preloadWork, workRenderers } from '../../src/work/renderers.ts'
import { UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { type Shown, type ShowOptions, show } from './show.tsx'

beforeAll(() => preloadWork())
afterEach(cleanup)

const orders: JsonValue = [
  { id: 'o1', customer: { name: 'Älva' }, amount: 1200.5, due: '2026-03-09', state: 'paid' },
  { id: 'o2', customer: { name: 'zebra & sons' }, amount: 80, due: '2026-01-30', state: 'late' },
  { id: 'o3', customer: { name: 'Bo, "B"' }, amount: null, due: '', state: '' },
  { id: 'o4', customer: { name: '=SUM(1)' }, amount: '-3.25', due: '2026-02-30', state: 'odd' },
]

const columns: JsonValue = [
  { path: 'customer/name', label: 'Customer' },
  { path: 'amount', label: 'Amount', format: 'number' },
  { path: 'due', label: 'Due', format: 'date' },
  { path: 'state', label: 'State', format: 'status', tones: { paid: 'success', late: 'danger' } },
]

function showTable(props: JsonObject = {}, options: ShowOptions = {}): Shown {
  const root = { id: 'root', component: 'Table', caption: 'Orders', columns, rows: { path: '/orders' }, ...props }
  return show([root], { data: { orders }, ...options })
}

/** The texts of the cells, row by row, without what is there unseen. */
function texts(): readonly (readonly string[])[] {
  for (const unseen of document.querySelectorAll('.sf-table__pad')) unseen.textContent = ''
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''))
}

const firstCells = (): readonly (string | undefined)[] => texts().map(([first]) => first)

/** What was told last: the first live region is that of the surface. */
const said = (): string | null | undefined => document.querySelector('.sf-table > [role="status"]')?.textContent

const sortButton = (name: string): HTMLElement => screen.getByRole('button', { name })

describe('the cells of a Table', () => {
  it('[XC-2] show texts, numbers, dates and states in the locale of the user', () => {
    const { errors } = showTable()
    expect(errors).toEqual([])
    expect(texts()).toEqual([
      ['Älva', '1,200.5', '9 Mar 2026', 'paid'],
      ['zebra & sons', '80', '30 Jan 2026', 'late'],
      ['Bo, "B"', '', '', ''],
      ['=SUM(1)', '-3.25', '2026-02-30', 'odd'],
    ])
    expect(screen.getByText('paid').className).toContain('sf-tone--success')
    expect(screen.getByText('odd').className).toContain('sf-tone--neutral')
  })

  it('[XC-2] have the decimal signs of a column below each other', () => {
    showTable()
    const pads = [...document.querySelectorAll('td:nth-child(2)')].map((cell) => cell.querySelector('.sf-table__pad'))
    expect(pads.map((pad) => pad?.textContent)).toEqual(['0', '.00', undefined, undefined])
    expect(pads[0]?.getAttribute('aria-hidden')).toBe('true')
  })

  it('[XC-2] show an instant in the time zone of the user, and a time without a zone as it stands', () => {
    const rows = [{ at: '2026-07-01T22:30:00Z' }, { at: '2026-07-01T22:30' }, { at: 1782945000000 }]
    showTable({ columns: [{ path: 'at', label: 'At', format: 'date' }], rows })
    expect(firstCells()).toEqual(['2 Jul 2026, 00:30', '1 Jul 2026, 22:30', '2 Jul 2026, 00:30'])
  })

  it.each([
    ['EUR', '€1,200.50'],
    ['JPY', 'JP¥1,201'],
    ['none', '1,200.5'],
  ])('[XC-2] show an amount in the currency %s', (currency, text) => {
    showTable({ columns: [{ path: 'amount', label: 'Amount', format: 'currency', currency }] })
    expect(firstCells()[0]).toBe(text)
  })

  it('[XC-2] hold links that lead to the web alone, and pictures that the host allows', () => {
    const rows = [
      { link: 'https://sample.example/a', picture: 'https://sample.example/a.png' },
      { link: 'javascript:alert(1)', picture: 'https://other.example/a.png' },
    ]
    const wanted = [
      { path: 'link', label: 'Link', format: 'link' },
      { path: 'picture', label: 'Picture', format: 'image' },
    ]
    showTable({ columns: wanted, rows }, { media: ({ host }) => host === 'sample.example' })
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://sample.example/a'])
    expect(screen.getByText('javascript:alert(1)')).toBeTruthy()
    expect([...document.querySelectorAll('img')].map((picture) => picture.src)).toEqual([
      'https://sample.example/a.png',
    ])
  })

  it('[XC-2] load no new picture and no new link while the user has typed something that was not sent', async () => {
    const field = { id: 'field', component: 'TextField', label: 'Secret', value: { path: '/secret' } }
    const grid = {
      ...{ id: 'grid', component: 'Table', rows: { path: '/rows' } },
      columns: [
        { path: 'link', label: 'Link', format: 'link' },
        { path: 'picture', label: 'Picture', format: 'image' },
      ],
    }
    const { write } = show([{ id: 'root', component: 'Column', children: ['field', 'grid'] }, field, grid], {
      data: { rows: [] },
      media: 'all',
    })
    await userEvent.type(screen.getByLabelText('Secret'), 'x')
    write('/rows', [{ link: 'https://x.example/', picture: 'https://x.example/a.png' }])
    expect(screen.queryByRole('link')).toBeNull()
    expect(document.querySelector('img')).toBeNull()
    expect(within(screen.getByRole('table')).getAllByRole('button', { name: /x\.example/ })).toHaveLength(2)
  })
})

describe('sorting a Table', () => {
  it('[XC-3] goes up, down and back to the order of the agent, and is announced', () => {
    showTable()
    const head = (): string | null => screen.getByRole('columnheader', { name: 'Customer' }).getAttribute('aria-sort')
    fireEvent.click(sortButton('Customer'))
    expect(firstCells()).toEqual(['=SUM(1)', 'Älva', 'Bo, "B"', 'zebra & sons'])
    expect([head(), said()]).toEqual(['ascending', 'Sorted by Customer, ascending'])
    fireEvent.click(sortButton('Customer'))
    expect(firstCells()).toEqual(['zebra & sons', 'Bo, "B"', 'Älva', '=SUM(1)'])
    expect(head()).toBe('descending')
    fireEvent.click(sortButton('Customer'))
    expect(firstCells()).toEqual(['Älva', 'zebra & sons', 'Bo, "B"', '=SUM(1)'])
    expect([head(), said()]).toEqual([null, 'In the original order'])
  })

  it('[XC-3] compares numbers as numbers and days as days, and leaves what is missing at the end', () => {
    showTable()
    fireEvent.click(sortButton('Amount'))
    expect(texts().map(([, amount]) => amount)).toEqual(['-3.25', '80', '1,200.5', ''])
    fireEvent.click(sortButton('Amount'))
    expect(texts().map(([, amount]) => amount)).toEqual(['1,200.5', '80', '-3.25', ''])
    fireEvent.click(sortButton('Due'))
    expect(texts().map(([, , due]) => due)).toEqual(['30 Jan 2026', '9 Mar 2026', '2026-02-30', ''])
  })

  it('[XC-3] begins as the agent says, sends nothing, and is kept when rows change', () => {
    const { events, write } = showTable({ sortBy: 'amount', descending: true })
    expect(texts().map(([, amount]) => amount)).toEqual(['1,200.5', '80', '-3.25', ''])
    fireEvent.click(sortButton('Customer'))
    write('/orders/0/customer/name', 'zz')
    expect(firstCells()).toEqual(['=SUM(1)', 'Bo, "B"', 'zebra & sons', 'zz'])
    expect(events).toEqual([])
  })
})

describe('choosing rows of a Table', () => {
  it('[XC-4] writes the keys of several rows, or of one, where the agent bound them', async () => {
    const { data } = showTable({ selection: 'multiple', selected: { path: '/chosen' } })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select zebra & sons' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Älva' }))
    expect(data('/chosen')).toEqual(['o2', 'o1'])
    expect(screen.getByText('2 selected')).toBeTruthy()
    expect(screen.getAllByRole('row')[1]?.getAttribute('aria-selected')).toBe('true')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    expect(data('/chosen')).toEqual(['o1', 'o2', 'o3', 'o4'])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    expect(data('/chosen')).toEqual([])
  })

  it('[XC-4] of one row has radio buttons', async () => {
    const { data } = showTable({ selection: 'single', selected: { path: '/chosen' }, rowKey: 'customer/name' })
    await userEvent.click(screen.getByRole('radio', { name: 'Select Älva' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Select zebra & sons' }))
    expect(data('/chosen')).toEqual(['zebra & sons'])
  })

  it('[XC-4] a row action tells the agent key and row, whatever the order', async () => {
    const action = { event: { name: 'open', context: { from: 'orders' } } }
    const { events } = showTable({ rowAction: action, rowActionLabel: 'Open order', sortBy: 'amount' })
    await userEvent.click(screen.getByRole('button', { name: 'Open order: zebra & sons' }))
    expect(events).toMatchObject([{ name: 'open', context: { from: 'orders', key: 'o2', row: { amount: 80 } } }])
  })

  it('[XC-4] the arrow keys lead to the same control of the next row', async () => {
    showTable({ selection: 'multiple', selected: { path: '/chosen' } })
    const [first, second] = screen.getAllByRole('checkbox').slice(1)
    first?.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(first)
  })

  it('[XC-4] is not possible on a surface for reading only', () => {
    const { runtime, page } = showTable({ selection: 'multiple', rowAction: { event: { name: 'open' } } })
    page.rerender(<SurfaceList runtime={runtime} renderers={workRenderers} frozen />)
    expect(screen.getAllByRole('checkbox').every((box) => box.matches(':disabled'))).toBe(true)
    expect(screen.getByRole('button', { name: 'Open: Älva' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(sortButton('Customer'))
    expect(screen.getByRole('columnheader', { name: 'Customer' }).getAttribute('aria-sort')).toBe('ascending')
  })
})

describe('the copy of a Table', () => {
  const copied = async (props: JsonObject = {}): Promise<string> => {
    const user = userEvent.setup()
    showTable(props)
    await user.click(screen.getByRole('button', { name: 'Copy CSV' }))
    return navigator.clipboard.readText()
  }

  it('[XC-5] is CSV in the order on the page; no text of it is a formula', async () => {
    expect((await copied({ sortBy: 'amount' })).split('\r\n')).toEqual([
      'Customer,Amount,Due,State',
      "'=SUM(1),-3.25,2026-02-30,odd",
      'zebra & sons,80,2026-01-30,late',
      'Älva,1200.5,2026-03-09,paid',
      '"Bo, ""B""",,,',
    ])
    expect(said()).toBe('4 rows copied')
  })

  it('[XC-5] that the browser refuses is told', async () => {
    const user = userEvent.setup()
    showTable()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(screen.getByRole('button', { name: 'Copy CSV' }))
    expect(said()).toBe('The browser did not allow the copy.')
  })
})

describe('a Table', () => {
  it('[XC-1] is a table to assistive technology, named by its caption', () => {
    showTable()
    const table = screen.getByRole('table', { name: 'Orders' })
    expect(within(table).getAllByRole('columnheader')).toHaveLength(4)
    expect(within(table).getByRole('rowheader', { name: 'Älva' })).toBeTruthy()
    expect(screen.getByText('4 rows')).toBeTruthy()
  })

  it('[XC-1] keeps its room while rows have not come, and says when there are none', () => {
    const { write } = showTable({ emptyText: 'No orders yet' }, { data: {} })
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    write('/orders', [])
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull()
    expect(screen.getByText('No orders yet')).toBeTruthy()
  })

  it('[XC-1] is not there while its condition does not hold', () => {
    const { write } = showTable({ visible: { path: '/on' } })
    expect(screen.queryByRole('table')).toBeNull()
    write('/on', true)
    expect(screen.getByRole('table')).toBeTruthy()
  })

  it('[XC-1] is drawn from an agent of v0.8, whose lists are maps', () => {
    const { send, runtime, codes } = record({ catalogs: [workCatalog] })
    const entry = (key: string, amount: number): JsonObject => ({
      key,
      valueMap: [
        { key: 'id', valueString: key },
        { key: 'amount', valueNumber: amount },
      ],
    })
    const column = { path: 'amount', label: { literalString: 'Amount' }, format: 'number' }
    send(
      v08.SU('s', [v08.C('root', 'Table', { columns: [column], rows: { path: '/orders' } })]),
      v08.DM('s', [{ key: 'orders', valueMap: [entry('a', 2), entry('b', 1)] }]),
      v08.BR('s', 'root', { catalogId: workCatalog.catalogId }),
    )
    expect(codes()).toEqual([])
    const html = renderToString(<SurfaceList runtime={runtime} renderers={workRenderers} />)
    expect(html).toContain('Amount')
  })

  it('[XC-6] of 10,000 rows draws those near the visible part, and counts all', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      id: `r${index}`,
      customer: { name: `8c5f-4a-${index}-b-c-d-e` },
      amount: (index * 7919) % 10_000,
    }))
    const { errors } = showTable({}, { data: { orders: many } })
    expect(errors).toEqual([])
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
    expect(screen.getAllByRole('row').length).toBeLessThan(100)
    fireEvent.click(sortButton('Amount'))
    expect(texts()[0]?.[1]).toBe('0')
    expect(screen.getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('2')
  })

  it('[XC-6] of 200 columns is drawn, and of 201 refused', () => {
    const wide = Array.from({ length: 200 }, (_, index) => ({ path: `c${index}`, label: `Column ${index}` }))
    const { errors, write } = showTable(
      { columns: wide, rows: { path: '/rows' } },
      { data: { rows: [{ c199: 'last' }] } },
    )
    expect([errors, screen.getByText('last').tagName]).toEqual([[], 'SPAN'])
    write(
      '/rows',
      Array.from({ length: 200 }, () => ({})),
    )
    expect(screen.getAllByRole('row').length).toBeLessThan(20)
    cleanup()
    expect(showTable({ columns: [...wide, { path: 'x', label: 'x' }] }).errors).toMatchObject([
      { code: 'VALIDATION_FAILED' },
    ])
  })

  it.each<[string, JsonValue]>([
    ['a text', 'soon'],
    ['a number', 7],
    ['null', null],
    ['a list of texts', ['a', 'b']],
    ['rows within rows', [[['x']], { customer: [1], amount: { deep: true }, due: [], state: {} }]],
    [
      'names of the prototype',
      [{ customer: { __proto__: 1 }, amount: 'constructor', due: 8.65e15, state: 'toString' }],
    ],
  ])('[XC-6] takes %s for rows and throws nothing', (_name, value) => {
    const { errors } = showTable({}, { data: { orders: value } })
    fireEvent.click(sortButton('Due'))
    expect([errors, screen.getAllByRole('row').length > 0]).toEqual([[], true])
  })

  it('[XC-6] has its first rows on a server, and no style attribute', async () => {
    const { runtime } = record({ catalogs: [workCatalog] })
    const many = Array.from({ length: 1000 }, (_, amount) => ({ amount }))
    runtime.apply({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: workCatalog.catalogId } })
    runtime.apply({ version: 'v0.9', updateDataModel: { surfaceId: 's', value: { orders: many } } })
    runtime.apply(UC('s', [{ id: 'root', component: 'Table', columns, rows: { path: '/orders' } }]))
    const html = renderToString(<SurfaceList runtime={runtime} renderers={workRenderers} />)
    const cell = html.slice(html.indexOf('<table'))
    expect([cell.match(/data-place=/g)?.length, cell.includes('style=')]).toEqual([34, false])
  })
})
