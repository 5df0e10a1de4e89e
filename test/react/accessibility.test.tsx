// What assistive technology is told of each component.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { basicCatalog, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Mounted, mount, only } from './mount.tsx'

const action: JsonObject = { event: { name: 'go' } }

/** The least of each type. */
const bare: { readonly [type: string]: JsonObject } = {
  Text: { text: 'drawn' },
  Row: { children: ['inner'] },
  Column: { children: ['inner'] },
  Card: { child: 'inner' },
  Button: { child: 'inner', action },
  TextField: { label: 'Drawn' },
  CheckBox: { label: 'Drawn', value: false },
}

function show(type: string, more: JsonObject = {}): Mounted {
  return mount({
    messages: [CS('s'), UC('s', [{ id: 'root', component: type, ...bare[type], ...more }, T('inner', 'inside')])],
  })
}

function labelled(type: string, accessibility: JsonObject): Mounted {
  return show(type, { accessibility })
}

/** By `aria-describedby` or `aria-description`; Testing Library knows only the former. */
function descriptionOf(element: HTMLElement): string | null {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  const texts = ids.map((id) => document.getElementById(id)?.textContent)
  return texts.length > 0 ? texts.join(' ') : element.getAttribute('aria-description')
}

/** Types whose patterns have files of their own in `basic/`. */
const elsewhere = [
  'AudioPlayer',
  'ChoicePicker',
  'DateTimeInput',
  'Divider',
  'Icon',
  'Image',
  'List',
  'Modal',
  'Slider',
  'Tabs',
  'Video',
]

it('[R-7] every component type of the catalog is looked at here or in a file of its own', () => {
  expect([...Object.keys(bare), ...elsewhere].sort()).toEqual(Object.keys(basicCatalog.components).sort())
})

describe.each([
  ['Row', 'group'],
  ['Column', 'group'],
  ['Card', 'group'],
  ['Button', 'button'],
  ['TextField', 'textbox'],
  ['CheckBox', 'checkbox'],
])('[R-7] the accessibility attributes of a %s', (type, role) => {
  it('[R-7] give it its name', () => {
    labelled(type, { label: 'Told instead' })
    expect(screen.getByRole(role, { name: 'Told instead' })).toBeTruthy()
  })

  it('[R-7] give it its description beside its name', () => {
    labelled(type, { label: 'Told instead', description: 'Told in addition' })
    expect(descriptionOf(screen.getByRole(role, { name: 'Told instead' }))).toBe('Told in addition')
  })

  it('[R-7] [B-1] follow the data', () => {
    const { send } = labelled(type, { label: { path: '/label' } })
    send(UD('s', '/label', 'From the data'))
    expect(screen.getByRole(role, { name: 'From the data' })).toBeTruthy()
    send(UD('s', '/label', 'Changed'))
    expect(screen.getByRole(role, { name: 'Changed' })).toBeTruthy()
  })

  it('[R-7] that are empty change nothing', () => {
    const { container } = labelled(type, { label: '', description: '' })
    const plain = show(type).container
    const text = ({ innerHTML }: HTMLElement) => innerHTML.replaceAll(/_r_\w+_/g, 'ID')
    expect(text(container)).toBe(text(plain))
  })
})

describe('[R-7] a text', () => {
  it('[R-7] with a label is read as the label, and drawn as the text', () => {
    const { container } = labelled('Text', { label: 'Told instead', description: 'Told in addition' })
    const text = only(container, '.sf-text')
    const [drawn, reported] = text.children
    expect(drawn?.textContent).toBe('drawn')
    expect(drawn?.getAttribute('aria-hidden')).toBe('true')
    expect(reported?.textContent).toBe('Told instead. Told in addition')
    expect(reported?.className).toBe('sf-visually-hidden')
  })

  it('[R-7] with a description only is read with it', () => {
    const { container } = labelled('Text', { description: 'Told in addition' })
    const [drawn, reported] = only(container, '.sf-text').children
    expect(drawn?.getAttribute('aria-hidden')).toBeNull()
    expect(reported?.textContent).toBe('Told in addition')
  })

  it.each([
    ['h1', 1],
    ['h2', 2],
    ['h3', 3],
    ['h4', 4],
    ['h5', 5],
  ])('[R-7] of variant %s is a heading of its level', (variant, level) => {
    show('Text', { variant })
    expect(screen.getByRole('heading', { name: 'drawn', level })).toBeTruthy()
  })

  it('[R-7] as a heading has the label for its name', () => {
    show('Text', { variant: 'h2', accessibility: { label: 'Told instead' } })
    expect(screen.getByRole('heading', { name: 'Told instead' })).toBeTruthy()
  })

  it.each(['caption', 'body'])('[R-7] of variant %s is a paragraph', (variant) => {
    show('Text', { variant })
    expect(screen.getByRole('paragraph').textContent).toBe('drawn')
  })

  it.each(['Text', 'TextField', 'CheckBox'])('[R-7] takes its direction from what it says: %s', (type) => {
    const { container } = show(type)
    expect(container.querySelector('[dir="auto"]')).not.toBeNull()
  })
})

describe('[R-7] without accessibility attributes', () => {
  it.each(['Row', 'Column', 'Card'])('[R-7] a %s means nothing to assistive technology', (type) => {
    show(type)
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('[R-7] a button is named by what is in it', () => {
    show('Button')
    expect(screen.getByRole('button', { name: 'inside' })).toBeTruthy()
  })

  it.each([
    ['TextField', 'textbox'],
    ['CheckBox', 'checkbox'],
  ])('[R-7] a %s is named by its label, which can be pressed', async (type, role) => {
    show(type)
    const input = screen.getByRole(role, { name: 'Drawn' })
    await userEvent.click(screen.getByText('Drawn'))
    expect(document.activeElement).toBe(input)
  })
})

describe('[R-7] the variants of a text field', () => {
  it.each([
    ['shortText', 'INPUT', 'text', null],
    ['number', 'INPUT', 'text', 'decimal'],
    ['obscured', 'INPUT', 'password', null],
    ['longText', 'TEXTAREA', null, null],
  ])('[R-7] %s', (variant, tag, type, mode) => {
    show('TextField', { variant })
    const input = screen.getByLabelText('Drawn')
    expect([input.tagName, input.getAttribute('type'), input.getAttribute('inputmode')]).toEqual([tag, type, mode])
  })

  it('[R-7] obscured is not offered to be filled in', () => {
    show('TextField', { variant: 'obscured' })
    expect(screen.getByLabelText('Drawn').getAttribute('autocomplete')).toBe('off')
  })
})

describe('[R-13] headings', () => {
  it.each<readonly [offset: number | undefined, levels: readonly string[]]>([
    [undefined, ['H1', 'H3', 'H5', 'H2']],
    [2, ['H3', 'H5', 'H6', 'H4']],
    [9, ['H6', 'H6', 'H6', 'H6']],
    [-3, ['H1', 'H1', 'H2', 'H1']],
  ])('[R-13] with an offset of %s', (headingOffset, levels) => {
    const titles = ['h1', 'h3', 'h5'] as const
    const { container } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: [...titles, 'body'] },
          ...titles.map((variant) => ({ ...T(variant, 'A title'), variant })),
          T('body', '## Within a text\n\nand a paragraph'),
        ]),
      ],
      ui: ({ runtime }) => <SurfaceList runtime={runtime} headingOffset={headingOffset} />,
    })
    const headings = [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    expect(headings.map(({ tagName }) => tagName)).toEqual(levels)
    expect(headings.map(({ className }) => className.match(/sf-text--h\d/)?.[0])).toEqual([
      'sf-text--h1',
      'sf-text--h3',
      'sf-text--h5',
      'sf-text--h3',
    ])
  })
})

describe('[R-7] a button', () => {
  it.each<readonly [what: string, parts: readonly JsonObject[], name: string]>([
    ['of an icon alone is called by it', [{ id: 'it', component: 'Icon', name: 'arrowBack' }], 'arrow back'],
    [
      'of an icon with words is called by them',
      [
        { id: 'it', component: 'Row', children: ['icon', 'words'] },
        { id: 'icon', component: 'Icon', name: 'arrowBack' },
        T('words', 'Home'),
      ],
      'Home',
    ],
    [
      'of an icon with a label is called by that',
      [{ id: 'it', component: 'Icon', name: 'arrowBack', accessibility: { label: 'Start page' } }],
      'Start page',
    ],
  ])('[R-7] %s', (_, parts, name) => {
    mount({ messages: [CS('s'), UC('s', [{ id: 'root', component: 'Button', child: 'it', action }, ...parts])] })
    expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  it('[R-7] [BC-14] holds no link', () => {
    const { container } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Button', child: 'it', action },
          T('it', '[Home](https://home.example) now'),
        ]),
      ],
    })
    expect([container.querySelector('a'), only(container, 'button').textContent]).toEqual([null, 'Home now'])
  })
})
