/** What the agent answers to events from v0.9 surfaces. */
import { extendedCatalog } from 'surface-runtime'
import { column, row, surface, text } from 'surface-runtime/builders'
import { callout } from 'surface-runtime/catalogs/extended'
import type { Answers } from './answer.ts'
import { factCard, lines } from './messages.ts'

const toTheEnd = { justify: 'end', align: 'center' } as const

const rainyDay = [
  { time: '10:00', what: 'Museum of Samples, open until 17:00' },
  { time: '14:30', what: 'Coffee and cake under the arcades' },
]

export const v09Answers: Answers = {
  reserveTable({ said, time }) {
    const id = `reservation-${time}`
    const facts: (readonly [string, string])[] = [
      ['When', 'Friday, 12 June at 19:30'],
      ['Guests', said('guests')],
      ['Where', said('terrace') === 'true' ? 'On the terrace' : 'Inside'],
    ]
    if (said('wishes') !== '') facts.push(['Your note', said('wishes')])
    return {
      reply: `Thank you, ${said('name')}. Your table is reserved.`,
      lines: lines(
        surface(id).create({ theme: { primaryColor: '#0F766E', agentDisplayName: 'Sample Bistro' } }),
        surface(id).components(factCard(`Table for ${said('name')}`, facts)),
        surface('reservation').components(text({ id: 'reserve-text', text: 'Change the reservation' })),
      ),
    }
  },

  otherEvening: () => ({
    reply: 'Thursday is free at the same time. I have changed the day above.',
    lines: lines(surface('reservation').data('/summary', 'Thursday, 11 June at 19:30, two hours')),
  }),

  rainyDay: () => ({
    reply: 'Saturday now works in the rain, too.',
    lines: lines(
      surface('trip').data('/days/1/title', 'Old town with a roof'),
      surface('trip').data('/days/1/stops', rainyDay),
    ),
  }),

  bookTrip: ({ said, time }) => ({
    reply: 'Booked. You can cancel free of charge until 1 June.',
    lines: lines(
      surface('trip').data('/state', 'Booked. The tickets are in your inbox.'),
      surface('trip').components(row({ id: 'actions', children: ['change'], ...toTheEnd })),
      surface(`booking-${time}`).create({ theme: { primaryColor: '#2563EB', agentDisplayName: 'Sample Travel' } }),
      surface(`booking-${time}`).components(
        factCard(said('title'), [
          ['Booking', 'SAMPLE-7731'],
          ['Paid', said('price')],
        ]),
      ),
    ),
  }),

  addItem: ({ said, time }) => ({
    reply: `“${said('item')}” is on the list.`,
    // The group begins with two items, so the first addition is the third.
    lines: lines(
      surface('packing').data(`/groups/2/items/${time + 1}`, { name: said('item'), packed: false }),
      surface('packing').data('/extra', ''),
    ),
  }),

  packed: () => ({
    reply: 'Have a good trip!',
    lines: lines(surface('packing').components(text({ id: 'title', text: 'Packed and ready', variant: 'h3' }))),
  }),

  remind: ({ said }) => ({
    reply: `I will remind you at ${said('time')}.`,
    lines: lines(
      surface('parcel').components(
        row({ id: 'actions', ...toTheEnd, children: [text({ text: `Reminder set for ${said('time')}` })] }),
      ),
    ),
  }),

  sendReminders: () => ({
    reply: 'Both reminders are out.',
    lines: lines(
      surface('report').data('/invoices/0/state', 'Reminded'),
      surface('report').data('/invoices/1/state', 'Reminded'),
      surface('report').components(
        callout({ id: 'late', tone: 'info', title: 'Two reminders were sent', text: 'I look again on Friday.' }),
      ),
    ),
  }),

  keepWaiting: () => ({ reply: 'I leave them alone until Friday.', lines: '' }),

  collectLater: () => ({ reply: 'All right, I will ask again tomorrow.', lines: lines(surface('parcel').remove()) }),

  bookClass({ said }) {
    const index = ['morning-stretch', 'lunch-pilates', 'evening-yoga'].indexOf(said('id'))
    return {
      reply: `You have a place: ${said('title')}.`,
      lines: lines(surface('classes').data(`/classes/${Math.max(0, index)}/label`, 'Booked')),
    }
  },

  printBadge: ({ said, time }) => ({
    reply: `The badge for ${said('name')} is at the front desk.`,
    lines: lines(
      surface(`badge-${time}`).create({
        ...{ catalogId: extendedCatalog.catalogId, theme: { primaryColor: '#4F46E5', agentDisplayName: 'Badge desk' } },
      }),
      surface(`badge-${time}`).components(
        factCard('Printed', [
          ['Name', said('name')],
          ['Code', said('code')],
          ['Ordered on a screen of', said('screen')],
        ]),
      ),
    ),
  }),

  renewLoans: () => ({
    reply: 'All three are renewed for two weeks.',
    lines: lines(
      ...['23 June', '26 June', '14 July'].map((due, index) => surface('library').data(`/loans/${index}/due`, due)),
    ),
  }),

  orderLunch: ({ said }) => ({
    reply: `Ordered: ${said('dish')}${said('spicy') === 'true' ? ', spicy' : ''}.`,
    lines: lines(
      surface('lunch').components(
        column({ id: 'body', children: ['title', 'note', text({ text: `On its way: ${said('dish')}` })] }),
      ),
    ),
  }),
}
