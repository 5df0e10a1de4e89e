/** What the agent answers to events from v0.8 surfaces. */
import { button, card, column, event, row, surfaceV08, text, textField } from 'surface-runtime/builders'
import type { Answers } from './answer.ts'
import { lines, noteCard } from './messages.ts'

export const v08Answers: Answers = {
  trackOrder({ said, time }) {
    const id = `tracking-${time}`
    return {
      reply: 'It is in your town already.',
      lines: lines(
        surfaceV08(id).components(
          noteCard('Sample Town parcel centre', ['Arrived at 16:05', `Parcel ${said('order')}`]),
        ),
        surfaceV08(id).begin({ styles: { primaryColor: '#1D4ED8' } }),
      ),
    }
  },

  leaveWithNeighbour: ({ said }) => ({
    reply: 'The courier will ring next door if you are out.',
    lines: lines(
      surfaceV08('order').data('order', {
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
        surfaceV08(id).components(
          card({
            child: column({
              children: [
                text({ text: `Message to ${said('name')}`, variant: 'h3' }),
                text({ text: said('address'), variant: 'caption' }),
                textField({ label: 'Message', value: { path: '/text' }, variant: 'longText' }),
                button({
                  ...{ child: text({ text: 'Send' }), variant: 'primary' },
                  action: event('sendMessage', { name: said('name'), text: { path: '/text' } }),
                }),
              ],
            }),
          }),
        ),
        surfaceV08(id).begin({ styles: { primaryColor: '#0F766E' } }),
      ),
    }
  },

  sendMessage({ event: { surfaceId }, said }) {
    if (said('text') === '') return { reply: 'The message is still empty.', lines: '' }
    return { reply: `Sent to ${said('name')}.`, lines: lines(surfaceV08(surfaceId).remove()) }
  },

  reserveDish: ({ said }) => ({
    reply: `One ${said('dish')} is set aside for ${said('day')}.`,
    lines: lines(
      surfaceV08('menu').components(
        text({ id: 'reserved', text: `Reserved: ${said('dish')}`, variant: 'caption' }),
        row({ id: 'order', children: ['reserved'], justify: 'end', align: 'center' }),
      ),
    ),
  }),

  sendCard({ said, time }) {
    const id = `sent-${time}`
    const stamp = said('stamp') === 'true' ? 'With a special stamp' : 'With an ordinary stamp'
    return {
      reply: `It goes out with the next post, to ${said('to')}.`,
      lines: lines(
        surfaceV08(id).components(noteCard(`Card to ${said('to')}`, [said('text'), stamp])),
        surfaceV08(id).begin({ styles: { primaryColor: '#BE123C' } }),
      ),
    }
  },

  discardCard: () => ({
    reply: 'Gone. Here is an empty card.',
    lines: lines(surfaceV08('postcard').data('card', { to: '', text: '' })),
  }),

  payInvoice({ event: { surfaceId }, said }) {
    if (said('checked') !== 'true') return { reply: 'Please tick first that you have checked the work.', lines: '' }
    return {
      reply: 'Approved. The money leaves your account tomorrow.',
      lines: lines(
        surfaceV08(surfaceId).remove(),
        surfaceV08('receipt').components(noteCard('Paid to Sample Plumbing', [said('total'), said('invoice')])),
        surfaceV08('receipt').begin({ styles: { primaryColor: '#6D28D9' } }),
      ),
    }
  },

  askAboutInvoice: () => ({ reply: 'What would you like to know? I will ask Sample Plumbing.', lines: '' }),

  sendReading({ said }) {
    if (!/^[0-9]{4,7}$/.test(said('reading'))) return { reply: 'A meter reading has four to seven digits.', lines: '' }
    return {
      reply: 'Sample Energy has your reading.',
      lines: lines(
        surfaceV08('power').components(
          text({ id: 'received', text: `Reading of the last day: ${said('reading')} kWh` }),
          column({ id: 'body', children: ['title', 'received'] }),
        ),
      ),
    }
  },

  forwardMail: () => ({
    reply: 'Forwarding starts on 1 July.',
    lines: lines(surfaceV08('post').components(text({ id: 'ok-text', text: 'Change the address' }))),
  }),

  swapSeats({ time }) {
    const [first, second] = time % 2 === 1 ? ['Door', 'Window'] : ['Window', 'Door']
    return {
      reply: 'Swapped.',
      lines: lines(
        surfaceV08('seats').data('/seats/0', { name: 'Ada Sample', place: first }),
        surfaceV08('seats').data('/seats/1', { name: 'Ben Example', place: second }),
      ),
    }
  },
}
