/** Answers of invented agents, without any slip. */
import type { JsonObject } from 'surface-runtime'

export interface Answer {
  readonly id: string
  readonly label: string
  readonly surfaceId: string
  readonly components: readonly JsonObject[]
  readonly data: JsonObject
}

export const answers: readonly [Answer, ...Answer[]] = [
  {
    ...{ id: 'table', label: 'A table', surfaceId: 'booking' },
    components: [
      { id: 'root', component: 'Column', children: ['title', 'when', 'name', 'place', 'book'] },
      { id: 'title', component: 'Text', text: 'A table at Lindenhof', variant: 'h3' },
      { id: 'when', component: 'Text', text: { path: '/booking/when' } },
      { id: 'name', component: 'TextField', label: 'Name', value: { path: '/booking/name' } },
      {
        ...{ id: 'place', component: 'ChoicePicker', label: 'Place', variant: 'mutuallyExclusive' },
        options: [
          { label: 'Inside', value: 'inside' },
          { label: 'On the terrace', value: 'terrace' },
        ],
        value: { path: '/booking/place' },
      },
      {
        ...{ id: 'book', component: 'Button', child: 'book_text', variant: 'primary' },
        action: {
          event: {
            name: 'book_table',
            context: { name: { path: '/booking/name' }, place: { path: '/booking/place' } },
          },
        },
      },
      { id: 'book_text', component: 'Text', text: 'Book the table' },
    ],
    data: { booking: { when: 'Friday at 19:30, for two', name: 'Mira Falk', place: ['terrace'] } },
  },
  {
    ...{ id: 'order', label: 'An order', surfaceId: 'order' },
    components: [
      { id: 'root', component: 'Card', child: 'parts' },
      { id: 'parts', component: 'Column', children: ['title', 'sum', 'delivery', 'note', 'pay'] },
      { id: 'title', component: 'Text', text: 'Your order', variant: 'h3' },
      { id: 'sum', component: 'Text', text: { path: '/order/sum' } },
      {
        ...{ id: 'delivery', component: 'ChoicePicker', label: 'Delivery', variant: 'mutuallyExclusive' },
        options: [
          { label: 'To the door', value: 'door' },
          { label: 'To the shop', value: 'shop' },
        ],
        value: { path: '/order/delivery' },
      },
      { id: 'note', component: 'TextField', label: 'Note', value: { path: '/order/note' } },
      {
        ...{ id: 'pay', component: 'Button', child: 'pay_text', variant: 'primary' },
        action: {
          event: {
            name: 'confirm_order',
            context: { number: 4711, delivery: { path: '/order/delivery' }, note: { path: '/order/note' } },
          },
        },
      },
      { id: 'pay_text', component: 'Text', text: 'Confirm the order' },
    ],
    data: { order: { sum: 'Three lamps, € 148.00', delivery: ['door'], note: 'Ring twice' } },
  },
  {
    ...{ id: 'course', label: 'A course', surfaceId: 'course' },
    components: [
      { id: 'root', component: 'Column', children: ['title', 'day', 'level', 'name', 'tools', 'join'] },
      { id: 'title', component: 'Text', text: 'Bookbinding for an evening', variant: 'h3' },
      { id: 'day', component: 'Text', text: { path: '/course/day' } },
      {
        ...{ id: 'level', component: 'ChoicePicker', label: 'You are', variant: 'mutuallyExclusive' },
        options: [
          { label: 'A beginner', value: 'new' },
          { label: 'Practised', value: 'practised' },
        ],
        value: { path: '/course/level' },
      },
      { id: 'name', component: 'TextField', label: 'Name', value: { path: '/course/name' } },
      { id: 'tools', component: 'CheckBox', label: 'I need tools', value: { path: '/course/tools' } },
      {
        ...{ id: 'join', component: 'Button', child: 'join_text', variant: 'primary' },
        action: {
          event: {
            name: 'join_course',
            context: {
              level: { path: '/course/level' },
              name: { path: '/course/name' },
              tools: { path: '/course/tools' },
            },
          },
        },
      },
      { id: 'join_text', component: 'Text', text: 'Join the course' },
    ],
    data: { course: { day: 'Tuesday at 18:00, four places left', level: ['new'], name: 'Jonas Brandt', tools: true } },
  },
]
