/** What the agent answers to events from v0.9 surfaces. */
import { extendedCatalog } from 'surface-runtime'
import type { Answers } from './answer.ts'
import { factCard, lines, v09 } from './messages.ts'

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
        v09.create(id, { primaryColor: '#0F766E', agentDisplayName: 'Sample Bistro' }),
        v09.components(id, ...factCard(`Table for ${said('name')}`, facts)),
        v09.components('reservation', v09.text('reserve-text', 'Change the reservation')),
      ),
    }
  },

  otherEvening: () => ({
    reply: 'Thursday is free at the same time. I have changed the day above.',
    lines: lines(v09.data('reservation', '/summary', 'Thursday, 11 June at 19:30, two hours')),
  }),

  rainyDay: () => ({
    reply: 'Saturday now works in the rain, too.',
    lines: lines(
      v09.data('trip', '/days/1/title', 'Old town with a roof'),
      v09.data('trip', '/days/1/stops', rainyDay),
    ),
  }),

  bookTrip: ({ said, time }) => ({
    reply: 'Booked. You can cancel free of charge until 1 June.',
    lines: lines(
      v09.data('trip', '/state', 'Booked. The tickets are in your inbox.'),
      v09.components('trip', v09.row('actions', ['change'], 'end')),
      v09.create(`booking-${time}`, { primaryColor: '#2563EB', agentDisplayName: 'Sample Travel' }),
      v09.components(
        `booking-${time}`,
        ...factCard(said('title'), [
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
      v09.data('packing', `/groups/2/items/${time + 1}`, { name: said('item'), packed: false }),
      v09.data('packing', '/extra', ''),
    ),
  }),

  packed: () => ({
    reply: 'Have a good trip!',
    lines: lines(v09.components('packing', v09.text('title', 'Packed and ready', 'h3'))),
  }),

  remind: ({ said }) => ({
    reply: `I will remind you at ${said('time')}.`,
    lines: lines(
      v09.components(
        'parcel',
        v09.text('reminder', `Reminder set for ${said('time')}`),
        v09.row('actions', ['reminder'], 'end'),
      ),
    ),
  }),

  collectLater: () => ({ reply: 'All right, I will ask again tomorrow.', lines: lines(v09.remove('parcel')) }),

  bookClass({ said }) {
    const index = ['morning-stretch', 'lunch-pilates', 'evening-yoga'].indexOf(said('id'))
    return {
      reply: `You have a place: ${said('title')}.`,
      lines: lines(v09.data('classes', `/classes/${Math.max(0, index)}/label`, 'Booked')),
    }
  },

  printBadge: ({ said, time }) => ({
    reply: `The badge for ${said('name')} is at the front desk.`,
    lines: lines(
      v09.create(`badge-${time}`, { primaryColor: '#4F46E5', agentDisplayName: 'Badge desk' }, extendedCatalog),
      v09.components(
        `badge-${time}`,
        ...factCard('Printed', [
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
      ...['23 June', '26 June', '14 July'].map((due, index) => v09.data('library', `/loans/${index}/due`, due)),
    ),
  }),

  orderLunch: ({ said }) => ({
    reply: `Ordered: ${said('dish')}${said('spicy') === 'true' ? ', spicy' : ''}.`,
    lines: lines(
      v09.components(
        'lunch',
        v09.column('body', ['title', 'note', 'ordered']),
        v09.text('ordered', `On its way: ${said('dish')}`),
      ),
    ),
  }),
}
