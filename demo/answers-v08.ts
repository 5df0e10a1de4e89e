/** What the agent answers to events from v0.8 surfaces. */
import type { Answers } from './answer.ts'
import { lines, noteCard, path, v08 } from './messages.ts'

export const v08Answers: Answers = {
  trackOrder({ said, time }) {
    const id = `tracking-${time}`
    return {
      reply: 'It is in your town already.',
      lines: lines(
        v08.components(id, ...noteCard('Sample Town parcel centre', ['Arrived at 16:05', `Parcel ${said('order')}`])),
        v08.begin(id, 'card', '#1D4ED8'),
      ),
    }
  },

  leaveWithNeighbour: ({ said }) => ({
    reply: 'The courier will ring next door if you are out.',
    lines: lines(
      v08.data('order', 'order', {
        number: said('order'),
        items: '2 notebooks, 1 pen',
        arrives: 'Tomorrow, or with your neighbour',
      }),
    ),
  }),

  writeTo({ said, time }) {
    const id = `letter-${time}`
    return {
      reply: `What shall I write to ${said('name')}?`,
      lines: lines(
        v08.components(
          id,
          v08.card('card', 'body'),
          v08.column('body', ['title', 'to', 'text', 'send']),
          v08.text('title', `Message to ${said('name')}`, 'h3'),
          v08.text('to', said('address'), 'caption'),
          v08.longText('text', 'Message', '/text'),
          v08.text('send-text', 'Send'),
          v08.button('send', 'send-text', 'sendMessage', { name: said('name'), text: path('/text') }),
        ),
        v08.begin(id, 'card', '#0F766E'),
      ),
    }
  },

  sendMessage({ event, said }) {
    if (said('text') === '') return { reply: 'The message is still empty.', lines: '' }
    return { reply: `Sent to ${said('name')}.`, lines: lines(v08.remove(event.surfaceId)) }
  },

  reserveDish: ({ said }) => ({
    reply: `One ${said('dish')} is set aside for ${said('day')}.`,
    lines: lines(
      v08.components(
        'menu',
        v08.text('reserved', `Reserved: ${said('dish')}`, 'caption'),
        v08.row('order', ['reserved'], 'end'),
      ),
    ),
  }),

  sendCard({ said, time }) {
    const id = `sent-${time}`
    const stamp = said('stamp') === 'true' ? 'With a special stamp' : 'With an ordinary stamp'
    return {
      reply: `It goes out with the next post, to ${said('to')}.`,
      lines: lines(
        v08.components(id, ...noteCard(`Card to ${said('to')}`, [said('text'), stamp])),
        v08.begin(id, 'card', '#BE123C'),
      ),
    }
  },

  discardCard: () => ({
    reply: 'Gone. Here is an empty card.',
    lines: lines(v08.data('postcard', 'card', { to: '', text: '' })),
  }),

  payInvoice({ event, said }) {
    if (said('checked') !== 'true') return { reply: 'Please tick first that you have checked the work.', lines: '' }
    return {
      reply: 'Approved. The money leaves your account tomorrow.',
      lines: lines(
        v08.remove(event.surfaceId),
        v08.components('receipt', ...noteCard('Paid to Sample Plumbing', [said('total'), said('invoice')])),
        v08.begin('receipt', 'card', '#6D28D9'),
      ),
    }
  },

  askAboutInvoice: () => ({ reply: 'What would you like to know? I will ask Sample Plumbing.', lines: '' }),

  sendReading({ said }) {
    if (!/^[0-9]{4,7}$/.test(said('reading'))) return { reply: 'A meter reading has four to seven digits.', lines: '' }
    return {
      reply: 'Sample Energy has your reading.',
      lines: lines(
        v08.components(
          'power',
          v08.text('received', `Reading of the last day: ${said('reading')} kWh`),
          v08.column('body', ['title', 'received']),
        ),
      ),
    }
  },

  forwardMail: () => ({
    reply: 'Forwarding starts on 1 July.',
    lines: lines(v08.components('post', v08.text('ok-text', 'Change the address'))),
  }),

  swapSeats({ time }) {
    const [first, second] = time % 2 === 1 ? ['Door', 'Window'] : ['Window', 'Door']
    return {
      reply: 'Swapped.',
      lines: lines(
        v08.data('seats', '/seats/0', { name: 'Ada Sample', place: first }),
        v08.data('seats', '/seats/1', { name: 'Ben Example', place: second }),
      ),
    }
  },
}
