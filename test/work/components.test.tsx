// The smaller components for work: what they say, what a press does, and odd values.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JsonObject, type JsonValue, SurfaceList } from '../../src/entries/index.ts'
import { workCatalog } from '../../src/work/index.ts'
import { fileUpload, preloadWork, workRenderers } from '../../src/work/renderers.ts'
import { UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { type Shown, type ShowOptions, show } from './show.tsx'

beforeAll(() => preloadWork())
afterEach(cleanup)

const one = (component: string, props: JsonObject, options?: ShowOptions): Shown =>
  show([{ id: 'root', component, ...props }], options)

describe('Approval', () => {
  const asks = {
    ...{ title: 'Send 3 letters?', approveLabel: 'Send', details: [{ label: 'Letters', value: '3' }] },
    ...{ approve: { event: { name: 'send' } }, decline: { event: { name: 'keep' } }, decision: { path: '/decision' } },
  }

  it('[XC-8] is answered once, and shows a receipt', async () => {
    const { events } = one('Approval', asks)
    expect(screen.getByRole('group', { name: 'Send 3 letters?' }).textContent).toContain('Letters3')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(events.map(({ name }) => name)).toEqual(['send'])
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText(/^Approved at \d\d:\d\d$/)).toBeTruthy()
  })

  it('[XC-8] is busy while the host sends the answer, and takes no second one', async () => {
    let done = (): void => {}
    const sending = new Promise<void>((resolve) => {
      done = resolve
    })
    const { events } = one('Approval', asks, { onEvent: () => sending })
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
    expect(screen.getByRole('button', { name: 'Decline' }).ariaBusy).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await act(async () => done())
    expect(events.map(({ name }) => name)).toEqual(['keep'])
    expect(screen.getByText(/^Declined at/)).toBeTruthy()
  })

  it('[XC-8] asks again where the answer could not be sent', async () => {
    const { events } = one('Approval', asks, { onEvent: () => Promise.reject(new Error('offline')) })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
    expect(screen.getByText('That did not work. Please try again.')).toBeTruthy()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
    expect(events).toHaveLength(2)
  })

  it('[XC-8] shows what the agent knows of the answer above its own, and no time for it', () => {
    const { write } = one('Approval', asks)
    write('/decision', 'declined')
    expect(screen.getByText('Declined')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('Select', () => {
  const firms = Array.from({ length: 300 }, (_, index) => ({ label: `Firm ${index}`, value: `f${index}` }))
  const props = { label: 'Customer', options: { path: '/firms' }, value: { path: '/chosen' } }

  it('[XC-9] narrows options of the data by a search, and is worked by the keyboard alone', async () => {
    const { data, errors } = one('Select', props, { data: { firms, chosen: [] } })
    const input = screen.getByRole('combobox', { name: 'Customer' })
    await userEvent.tab()
    expect(document.activeElement).toBe(input)
    await userEvent.keyboard('{ArrowDown}')
    expect(input.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getAllByRole('option')).toHaveLength(100)
    expect(screen.getByText('200 more: type to narrow')).toBeTruthy()
    await userEvent.keyboard('29{ArrowDown}{Enter}')
    expect([data('/chosen'), input]).toMatchObject([['f129'], { value: 'Firm 129' }])
    expect(screen.queryByRole('option')).toBeNull()
    expect(errors).toEqual([])
  })

  it('[XC-9] takes several, and puts one away again', async () => {
    const { data } = one('Select', { ...props, multiple: true }, { data: { firms: ['A', 'B'], chosen: ['A'] } })
    await userEvent.click(screen.getByRole('combobox'))
    await userEvent.click(screen.getByRole('option', { name: 'B' }))
    expect(data('/chosen')).toEqual(['A', 'B'])
    await userEvent.click(screen.getByRole('option', { name: 'A' }))
    expect(data('/chosen')).toEqual(['B'])
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('[XC-9] says what it cannot show of its value, and what its checks want', async () => {
    const checks = [{ condition: { call: 'required', args: { value: { path: '/none' } } }, message: 'Choose one.' }]
    one('Select', { ...props, checks }, { data: { firms: [], chosen: ['gone'] } })
    expect(screen.getByText('Now: gone')).toBeTruthy()
    await userEvent.click(screen.getByRole('combobox'))
    expect(screen.getByText('No matches.')).toBeTruthy()
    await userEvent.tab()
    expect(screen.getByText('Choose one.')).toBeTruthy()
  })
})

describe('FileUpload', () => {
  const props = { label: 'Receipts', maxSize: 5, multiple: true, action: { event: { name: 'receipts' } } }

  async function upload(files: readonly File[], take?: (file: File) => Promise<string>): Promise<Shown> {
    const shown = one('FileUpload', props)
    const renderers = { ...workRenderers, FileUpload: { control: fileUpload(take) } }
    shown.page.rerender(<SurfaceList runtime={shown.runtime} renderers={renderers} />)
    await userEvent.upload(screen.getByLabelText('Receipts'), [...files])
    return shown
  }

  it('[XC-10] gives the agent handle, size and type, never content or name', async () => {
    const { events } = await upload([new File(['abc'], 'secret-name.txt', { type: 'text/plain' })], async () => 'h1')
    expect(events).toMatchObject([
      { name: 'receipts', context: { files: [{ handle: 'h1', size: 3, type: 'text/plain' }] } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/secret-name|abc/)
  })

  it('[XC-10] sends nothing of a file that is too large, or that the host does not take', async () => {
    const large = await upload([new File(['abcdef'], 'a')], async () => 'h1')
    expect([large.events, screen.getByText(/^A file may have at most/)]).toMatchObject([[], {}])
    cleanup()
    const refused = await upload([new File(['a'], 'a')], () => Promise.reject(new Error('full')))
    expect([refused.events, screen.getByText('That did not work. Please try again.')]).toMatchObject([[], {}])
  })

  it('[XC-10] is disabled, and says so, where the host takes no files', () => {
    one('FileUpload', props)
    expect(screen.getByLabelText('Receipts').matches(':disabled')).toBe(true)
    expect(screen.getByText('Files cannot be sent from here.')).toBeTruthy()
  })
})

describe('Chart', () => {
  const props = { title: 'Sales', rows: { path: '/rows' }, x: 'day', series: [{ path: 'n', label: 'Sold' }] }
  const rows = [
    { day: 'Mon', n: 4 },
    { day: 'Tue', n: -2 },
    { day: 'Wed', n: 'none' },
  ]

  it.each(['bar', 'line', 'area', 'pie'])(
    '[XC-11] %s: is an image with a name, and has its figures as a table',
    (kind) => {
      const { errors } = one('Chart', { ...props, kind }, { data: { rows } })
      expect(errors).toEqual([])
      expect(screen.getByRole('img', { name: 'Sales' })).toBeTruthy()
      const cells = [...document.querySelectorAll('table tr')].map((row) => row.textContent)
      expect(cells).toEqual(['Sold', 'Mon4', 'Tue-2', 'Wed–'])
    },
  )

  it('[XC-11] bars begin at zero and go down for what is below it', () => {
    one('Chart', props, { data: { rows } })
    const [up, down] = [...document.querySelectorAll('rect')].map((bar) => ({
      top: Number(bar.getAttribute('y')),
      height: Number(bar.getAttribute('height')),
    }))
    expect((up?.top ?? 0) + (up?.height ?? 0)).toBeCloseTo(down?.top ?? 0, 0)
    expect(up?.height).toBeCloseTo(2 * (down?.height ?? 0), 0)
  })

  it.each<[string, JsonValue]>([
    ['nothing', null],
    ['a text', 'soon'],
    [
      'the largest numbers',
      [
        { day: 'a', n: 1.7e308 },
        { day: 'b', n: -1.7e308 },
        { day: 'c', n: 5e-324 },
      ],
    ],
    ['1,000 rows', Array.from({ length: 1000 }, (_, n) => ({ day: `${n}`, n }))],
  ])('[XC-11] takes %s for rows, and draws numbers alone', (_name, value) => {
    for (const kind of ['bar', 'line', 'area', 'pie']) {
      const { errors } = one('Chart', { ...props, kind }, { data: { rows: value } })
      expect(errors).toEqual([])
      expect(document.querySelector('svg')?.outerHTML).not.toMatch(/NaN|Infinity/)
      expect(document.querySelectorAll('rect, circle').length).toBeLessThanOrEqual(200)
      cleanup()
    }
  })
})

describe('the smaller components', () => {
  it('[XC-12] a Callout is a note with its tone in an icon, Markdown and a child', () => {
    show([
      { id: 'root', component: 'Callout', tone: 'warning', title: 'Late', text: 'It is **late**', child: 'a' },
      { id: 'a', component: 'Text', text: 'Below' },
    ])
    const note = screen.getByRole('note', { name: 'Late' })
    expect(note.querySelector('strong')?.textContent).toBe('late')
    expect([note.className, within(note).getByText('Below')]).toMatchObject([expect.stringContaining('warning'), {}])
  })

  it.each<[JsonObject, string]>([
    [{ label: 'Revenue', value: 1234.5, format: 'currency', currency: 'EUR', change: 0.05 }, 'Revenue€1,234.50+5%'],
    [{ label: 'Returns', value: '0.031', format: 'percent', change: -0.2, good: 'down' }, 'Returns3.1%-20%'],
    [{ label: 'Day', value: 'Monday', caption: 'best' }, 'DayMondaybest'],
    [{ label: 'Odd', value: 12, format: 'currency', currency: 'x' }, 'Odd12'],
  ])('[XC-12] a Stat is written in the locale: %j', (props, text) => {
    const { errors } = one('Stat', props)
    expect([errors, document.querySelector('dl')?.textContent]).toEqual([[], text])
  })

  it('[XC-12] a Stat takes less for welcome where the agent says so', () => {
    one('Stat', { label: 'Returns', value: 1, change: -0.2, good: 'down' })
    expect(document.querySelector('.sf-stat__change')?.className).toContain('success')
  })

  it('[XC-12] Progress is told in percent, within its bounds, or is under way', () => {
    one('Progress', { label: 'Upload', value: 300, max: 200 })
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toMatchObject({ value: 1, max: 1 })
    cleanup()
    one('Progress', { label: 'Upload' })
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false)
  })

  it('[XC-12] Steps say which one is current, and which are done', () => {
    one('Steps', { steps: [{ title: 'A' }, { title: 'B' }, { title: 'C' }], current: 2 })
    const steps = screen.getAllByRole('listitem')
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(steps.map((step) => step.textContent)).toEqual(['Adone', '2B', '3C'])
  })

  it('[XC-12] an Accordion keeps what was typed in a section that is closed', async () => {
    show([
      { id: 'root', component: 'Accordion', sections: [{ title: 'Notes', child: 'a' }], multiple: false },
      { id: 'a', component: 'TextField', label: 'Note', value: { path: '/note' } },
    ])
    await userEvent.type(screen.getByLabelText('Note'), 'hi')
    fireEvent.click(screen.getByText('Notes'))
    fireEvent.click(screen.getByText('Notes'))
    expect((screen.getByLabelText('Note') as HTMLInputElement).value).toBe('hi')
  })

  it.each([
    ['Ria Anna Marlow', 'RM'],
    ['  öz ', 'Ö'],
    ['', ''],
    ['😀 b', '😀B'],
  ])('[XC-12] an Avatar of "%s" has the initials %s', (name, initials) => {
    one('Avatar', { name })
    expect(document.querySelector('.sf-avatar')?.textContent).toBe(initials)
  })

  it('[XC-12] a CodeBlock keeps its lines and is copied', async () => {
    const user = userEvent.setup()
    one('CodeBlock', { code: 'a\n  b', language: 'ts' })
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect([await navigator.clipboard.readText(), document.querySelector('pre')?.textContent]).toEqual([
      'a\n  b',
      'a\n  b',
    ])
    expect(screen.getByText('Copied')).toBeTruthy()
  })

  it('[XC-12] each is drawn on a server without a style attribute', () => {
    const parts = [
      { component: 'Callout', text: 'A' },
      { component: 'Stat', label: 'A', value: 1 },
      { component: 'Badge', text: 'A' },
      { component: 'Progress', label: 'A', value: 2 },
      { component: 'Steps', steps: [{ title: 'A' }], current: 1 },
      { component: 'Accordion', sections: [{ title: 'A', child: 'p1' }] },
      { component: 'Avatar', name: 'A' },
      { component: 'Approval', title: 'A', approve: { event: { name: 'a' } }, decline: { event: { name: 'b' } } },
      { component: 'CodeBlock', code: 'A' },
      { component: 'Select', label: 'A', options: ['A'], value: ['A'] },
      { component: 'Chart', rows: [{ a: 'x', b: 1 }], x: 'a', series: [{ path: 'b', label: 'B' }] },
      { component: 'FileUpload', label: 'A', action: { event: { name: 'a' } } },
    ].map((part, index) => ({ id: `p${index}`, ...part }))
    const { runtime, codes } = record({ catalogs: [workCatalog] })
    runtime.apply({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: workCatalog.catalogId } })
    const ids = parts.map(({ id }) => id).filter((id) => id !== 'p1')
    runtime.apply(UC('s', [{ id: 'root', component: 'Column', children: ids }, ...parts]))
    const html = renderToString(<SurfaceList runtime={runtime} renderers={workRenderers} />)
    expect([codes(), html.includes('style=')]).toEqual([[], false])
    const { container } = render(<SurfaceList runtime={runtime} renderers={workRenderers} />)
    expect(container.querySelectorAll('.sf-notice')).toHaveLength(0)
  })
})
