// Surfaces in parents that are as wide as their children: what the tests of widths in all browsers share.
import { button } from './between.ts'
import { column, components, create, data, text } from './wire.ts'

/** Styles of the element around the surfaces. In each but the first one the surfaces are as wide as their content. */
export const parents: Readonly<Record<string, string>> = {
  block: '',
  'fit-content': 'inline-size: fit-content',
  'align-items: flex-start': 'display: flex; flex-direction: column; align-items: flex-start',
  'a row of a flex box': 'display: flex',
  'justify-items: start': 'display: grid; justify-items: start',
  'inline-block': 'display: inline-block',
}

/** Widths of the element around the parent. */
export const rooms = [300, 1280]

/** The width that is kept for inputs and all else that fills the room there: 22rem. */
const kept = 352

const prose = 'The tram leaves every ten minutes from the square below the castle. '.repeat(12)
const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }
const row = (...children: readonly object[]): readonly object[] => [
  { id: 'root', component: 'Row', children: ['one', 'two'], justify: 'spaceBetween' },
  ...children,
]

interface Sample {
  readonly parts: readonly object[]
  readonly data?: object
  /** Whether this width is right where the room is so wide. */
  readonly fits: (width: number, room: number) => boolean
}

const fillsUpTo =
  (most: number) =>
  (width: number, room: number): boolean =>
    Math.abs(width - Math.min(most, room)) < 1

/** The least and the largest width: fonts differ. */
const between =
  (least: number, most: number) =>
  (width: number, room: number): boolean =>
    width >= Math.min(least, room) && width <= Math.min(most, room)

export const samples: Readonly<Record<string, Sample>> = {
  'a short text': { parts: [text('root', 'Done.')], fits: between(20, 80) },
  'a long text': { parts: [text('root', prose)], fits: fillsUpTo(Number.POSITIVE_INFINITY) },
  'a word that does not end': { parts: [text('root', 'm'.repeat(900))], fits: fillsUpTo(Number.POSITIVE_INFINITY) },
  'a button': { parts: button('root', 'Go'), fits: between(30, 100) },
  'a form': {
    parts: [column('root', ['name', 'go']), field, ...button('go', 'Book')],
    fits: fillsUpTo(kept),
  },
  'a slider in a card': {
    parts: [
      { id: 'root', component: 'Card', child: 'it' },
      { id: 'it', component: 'Slider', label: 'Guests', max: 8, value: 2 },
    ],
    fits: fillsUpTo(kept),
  },
  'a film': { parts: [{ id: 'root', component: 'Video', url: 'data:video/mp4,' }], fits: fillsUpTo(kept) },
  'a sound': { parts: [{ id: 'root', component: 'AudioPlayer', url: 'data:audio/mp3,' }], fits: fillsUpTo(kept) },
  'a wide picture': {
    parts: [{ id: 'root', component: 'Image', variant: 'header', url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }],
    fits: fillsUpTo(kept),
  },
  'a line of a bill': { parts: row(text('one', 'Total'), text('two', '€ 248')), fits: fillsUpTo(kept) },
  tabs: {
    parts: [{ id: 'root', component: 'Tabs', tabs: [{ title: 'Food', child: 'one' }] }, text('one', 'None.')],
    fits: fillsUpTo(kept),
  },
  'cards side by side': {
    parts: [
      { id: 'root', component: 'List', direction: 'horizontal', children: ['a', 'b', 'c', 'd'] },
      ...['a', 'b', 'c', 'd'].flatMap((id) => [
        { id, component: 'Card', child: `${id}-text` },
        text(`${id}-text`, 'Two nights, breakfast included'),
      ]),
    ],
    fits: between(600, 1280),
  },
  'code that is wider than the room': {
    parts: [text('root', `\`\`\`\n${'word '.repeat(300)}\n\`\`\``)],
    fits: fillsUpTo(Number.POSITIVE_INFINITY),
  },
  'rows near the viewport': {
    parts: [
      { id: 'root', component: 'List', children: { componentId: 'it', path: '/rows' } },
      text('it', { path: 'name' }),
    ],
    data: { rows: Array.from({ length: 400 }, (_, id) => ({ id: `r${id}`, name: `Stop ${id}` })) },
    fits: fillsUpTo(kept),
  },
  'a place of what has not come': { parts: [column('root', ['late'])], fits: between(40, 60) },
}

/** The messages of a sample as the surface `s`, in place of the sample before it. */
export function messagesOf({ parts, data: model }: Sample): readonly object[] {
  const gone = { version: 'v0.9', deleteSurface: { surfaceId: 's' } }
  return [gone, create('s'), ...(model ? [data('s', '/', model)] : []), components('s', ...parts)]
}

/** What `measure` takes: the styles of the parents, and the rooms. */
export const cases: readonly [styles: readonly string[], rooms: readonly number[]] = [Object.values(parents), rooms]

/** In the page: the width of the surface in each room and parent, in this order. */
export function measure([styles, widths]: typeof cases): number[] {
  const parent = document.querySelector('main') as HTMLElement
  return widths.flatMap((width) =>
    styles.map((style) => {
      Object.assign(document.body.style, { margin: '0', width: `${width}px` })
      parent.style.cssText = style
      return document.querySelector('.sf-surface')?.getBoundingClientRect().width ?? 0
    }),
  )
}

/** What is wrong with the widths that `measure` has found; each as a sentence. */
export function faultsOf(name: string, sample: Sample, widths: readonly number[]): readonly string[] {
  const places = rooms.flatMap((room) => Object.keys(parents).map((parent) => ({ room, parent })))
  return places.flatMap(({ room, parent }, index) => {
    const width = widths[index] ?? 0
    const right = parent === 'block' ? width === room : sample.fits(width, room)
    return right ? [] : [`${name} in ${room} px, ${parent}: ${width} px wide`]
  })
}
