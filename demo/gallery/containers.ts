/** Components that hold others. */
import { v09 } from '../messages.ts'
import { type Exhibit, type Fields, failing, long } from './exhibit.ts'

const press: Fields = { event: { name: 'pressed' } }
const cards: readonly Fields[] = ['Alfama', 'Belém', 'Chiado', 'Graça', 'Lapa'].map((name) => ({ id: name, name }))

const card: readonly Fields[] = [
  { id: 'card', component: 'Card', child: 'inner' },
  v09.column('inner', ['name', 'note']),
  v09.text('name', { path: 'name' }, 'h3'),
  v09.text('note', 'A walk of two hours', 'caption'),
]

const pages: readonly Fields[] = [
  v09.text('one', 'Two nights at the Casa do Mar, breakfast included.'),
  v09.text('two', 'Tram 28 leaves every ten minutes.'),
  v09.text('three', 'Nothing is booked yet.'),
]

export const containers: readonly Exhibit[] = [
  {
    type: 'List',
    cases: [
      {
        state: 'vertical',
        props: { children: { componentId: 'card', path: '/rows' } },
        parts: card,
        data: { rows: cards.slice(0, 2) },
      },
      {
        state: 'horizontal',
        props: { children: { componentId: 'card', path: '/rows' }, direction: 'horizontal' },
        parts: card,
        data: { rows: cards },
      },
      {
        state: 'scrolls',
        props: { children: { componentId: 'line', path: '/rows' } },
        parts: [v09.text('line', { path: 'name' })],
        data: { rows: Array.from({ length: 40 }, (_, index) => ({ id: index, name: `Stop ${index + 1}` })) },
      },
      { state: 'empty', props: { children: { componentId: 'card', path: '/rows' } }, parts: card },
      {
        state: 'right to left',
        props: { children: { componentId: 'card', path: '/rows' }, direction: 'horizontal' },
        parts: card,
        data: { rows: ['ألفاما', 'بيليم', 'شيادو'].map((name) => ({ id: name, name })) },
        rightToLeft: true,
      },
    ],
  },
  {
    type: 'Tabs',
    cases: [
      {
        state: 'default',
        props: {
          tabs: [
            { title: 'Hotel', child: 'one' },
            { title: 'Transport', child: 'two' },
            { title: 'Food', child: 'three' },
          ],
        },
        parts: pages,
      },
      {
        state: 'long',
        props: {
          tabs: [
            { title: long, child: 'one' },
            { title: 'Reiseversicherungsbedingungen', child: 'two' },
            { title: 'Verkehrsmittel', child: 'three' },
          ],
        },
        parts: pages,
      },
      {
        state: 'right to left',
        props: {
          tabs: [
            { title: 'الفندق', child: 'one' },
            { title: 'النقل', child: 'two' },
          ],
        },
        parts: [v09.text('one', 'ليلتان مع الفطور.'), v09.text('two', 'الترام كل عشر دقائق.')],
        rightToLeft: true,
      },
    ],
  },
  {
    type: 'Modal',
    cases: [
      {
        state: 'default',
        props: { trigger: 'open', content: 'inside' },
        parts: [
          { id: 'open', component: 'Button', child: 'label', action: press },
          v09.text('label', 'Cancellation terms'),
          v09.column('inside', ['heading', 'text', 'name']),
          v09.text('heading', 'Cancellation', 'h3'),
          v09.text('text', 'Free of charge until the day before arrival. After that, one night is charged.'),
          { id: 'name', component: 'TextField', label: 'Your name', value: { path: '/name' } },
        ],
      },
      {
        state: 'text as trigger',
        props: { trigger: 'open', content: 'inside' },
        parts: [
          v09.text('open', 'What is included?', 'h3'),
          v09.text('inside', 'Breakfast, towels and the late check-out.'),
        ],
      },
      {
        state: 'right to left',
        props: { trigger: 'open', content: 'inside' },
        parts: [v09.text('open', 'ما المشمول؟', 'h3'), v09.text('inside', 'الفطور والمناشف.')],
        rightToLeft: true,
      },
    ],
  },
  {
    type: 'Button',
    cases: [
      { state: 'default', props: { child: 'label', action: press }, parts: [v09.text('label', 'Later')] },
      {
        state: 'primary',
        props: { child: 'label', action: press, variant: 'primary' },
        parts: [v09.text('label', 'Book now')],
      },
      {
        state: 'borderless',
        props: { child: 'label', action: press, variant: 'borderless' },
        parts: [v09.text('label', 'More')],
      },
      {
        state: 'with an icon',
        props: { child: 'both', action: press },
        parts: [
          { id: 'both', component: 'Row', children: ['icon', 'label'], align: 'center' },
          { id: 'icon', component: 'Icon', name: 'shoppingCart' },
          v09.text('label', 'Add to basket'),
        ],
      },
      {
        state: 'icon alone',
        props: { child: 'icon', action: press, accessibility: { label: 'Share' } },
        parts: [{ id: 'icon', component: 'Icon', name: 'share' }],
      },
      {
        state: 'disabled',
        props: { child: 'label', action: press, ...failing },
        parts: [v09.text('label', 'Book now')],
      },
      {
        state: 'busy',
        props: { child: 'label', action: press, variant: 'primary' },
        parts: [v09.text('label', 'Book now')],
      },
      { state: 'long', props: { child: 'label', action: press }, parts: [v09.text('label', long)] },
      {
        state: 'right to left',
        props: { child: 'both', action: press },
        parts: [
          { id: 'both', component: 'Row', children: ['icon', 'label'], align: 'center' },
          { id: 'icon', component: 'Icon', name: 'arrowForward' },
          v09.text('label', 'التالي'),
        ],
        rightToLeft: true,
      },
    ],
  },
  {
    type: 'Card',
    cases: [
      {
        state: 'default',
        props: { child: 'body' },
        parts: [
          v09.column('body', ['name', 'line', 'row']),
          v09.text('name', 'Casa do Mar', 'h3'),
          { id: 'line', component: 'Divider' },
          v09.row('row', ['price', 'book']),
          v09.text('price', '94 € a night'),
          { id: 'book', component: 'Button', child: 'label', action: press, variant: 'primary' },
          v09.text('label', 'Choose'),
        ],
      },
      { state: 'long', props: { child: 'body' }, parts: [v09.text('body', long)] },
      { state: 'empty', props: { child: 'body' }, parts: [v09.text('body', { path: '/nothing' })] },
      {
        state: 'right to left',
        props: { child: 'body' },
        parts: [
          v09.column('body', ['name', 'note']),
          v09.text('name', 'بيت البحر', 'h3'),
          v09.text('note', 'ليلتان مع الفطور.'),
        ],
        rightToLeft: true,
      },
    ],
  },
]
