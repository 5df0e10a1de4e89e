/** The transcripts that the page can play: what the user asked, what the agent said, and the lines it streamed. */
import brokenStream from './transcripts/broken-stream.jsonl?raw'
import bufferedInvoice from './transcripts/buffered-invoice.jsonl?raw'
import chaos from './transcripts/chaos.jsonl?raw'
import classSchedule from './transcripts/class-schedule.jsonl?raw'
import contactList from './transcripts/contact-list.jsonl?raw'
import customFunctions from './transcripts/custom-functions.jsonl?raw'
import mixedVersions from './transcripts/mixed-versions.jsonl?raw'
import morningBrief from './transcripts/morning-brief.jsonl?raw'
import movingHouse from './transcripts/moving-house.jsonl?raw'
import orderStatus from './transcripts/order-status.jsonl?raw'
import packingChecklist from './transcripts/packing-checklist.jsonl?raw'
import postcard from './transcripts/postcard.jsonl?raw'
import tableReservation from './transcripts/table-reservation.jsonl?raw'
import tripPlanner from './transcripts/trip-planner.jsonl?raw'
import weeklyMenu from './transcripts/weekly-menu.jsonl?raw'
import weeklyReport from './transcripts/weekly-report.jsonl?raw'

export const versions = ['v0.9', 'v0.8', 'both'] as const
export type TranscriptVersion = (typeof versions)[number]

export interface Transcript {
  /** Also the hash of its address. */
  readonly id: string
  readonly title: string
  readonly version: TranscriptVersion
  /** What it shows, in one line. */
  readonly summary: string
  /** What the user asked. */
  readonly prompt: string
  /** What the agent says before its surfaces. */
  readonly reply: string
  /** JSON Lines. */
  readonly source: string
}

/** In the order of the list. The first one is shown when the address names none. */
export const transcripts: readonly [Transcript, ...Transcript[]] = [
  {
    id: 'table-reservation',
    title: 'Table reservation',
    version: 'v0.9',
    summary: 'A form with checks; the agent confirms what was entered.',
    prompt: 'Can you get us a table at Sample Bistro on Friday evening? There are four of us.',
    reply: 'Friday at 19:30 is free. I filled in what I know; a name is still missing.',
    source: tableReservation,
  },
  {
    id: 'trip-planner',
    title: 'Trip planner',
    version: 'v0.9',
    summary: 'One surface that grows line by line: components first, then data, day after day.',
    prompt: 'Plan three quiet days in Example City for two, by train, from 5 June.',
    reply: 'I put the plan together while you watch.',
    source: tripPlanner,
  },
  {
    id: 'weekly-report',
    title: 'Weekly report',
    version: 'v0.9',
    summary: 'The catalog for work: figures, a chart, a table that sorts, and an approval that is given once.',
    prompt: 'How was last week? And is anybody late with a payment?',
    reply: 'A good week, with two late invoices. I can remind them if you like.',
    source: weeklyReport,
  },
  {
    id: 'packing-checklist',
    title: 'Packing checklist',
    version: 'v0.9',
    summary: 'A template inside a template; each box is bound to its own item.',
    prompt: 'What should I pack for the three nights?',
    reply: 'Here is a short list. Tick what is in the bag, and add what I forgot.',
    source: packingChecklist,
  },
  {
    id: 'morning-brief',
    title: 'Morning brief',
    version: 'v0.9',
    summary: 'Three surfaces arrive interleaved, a fourth one leaves again.',
    prompt: 'Good morning! What do I need to know today?',
    reply: 'Three things this morning.',
    source: morningBrief,
  },
  {
    id: 'class-schedule',
    title: 'Class schedule',
    version: 'v0.9',
    summary: 'Accessible names: three buttons look the same and are told apart by ear.',
    prompt: 'Which classes can I take at Sample Studio on Tuesday?',
    reply: 'There are three with places left.',
    source: classSchedule,
  },
  {
    id: 'custom-functions',
    title: 'Custom functions',
    version: 'v0.9',
    summary: 'An extended catalog: trim works while you type, getScreenResolution reads the screen.',
    prompt: 'I need a visitor badge for tomorrow, for Noa Example. My code is AB-17.',
    reply: 'Copied from your message, spaces and dashes included. The badge below has them cleaned up.',
    source: customFunctions,
  },
  {
    id: 'broken-stream',
    title: 'Broken stream',
    version: 'v0.9',
    summary: 'Seven bad lines of seven kinds. Each costs only itself; the errors say what and where.',
    prompt: 'Which books do I have at home, and when are they due?',
    reply: 'Three books. I had some trouble writing this down, but the list is right.',
    source: brokenStream,
  },
  {
    id: 'chaos',
    title: 'Chaos',
    version: 'v0.9',
    summary:
      'Lines dropped, doubled, reordered, cut and damaged. One surface heals; the witness beside it never notices.',
    prompt: 'Which platform do I leave from? And could somebody bring coffee and a roll to my seat?',
    reply: 'Platform 7. The connection from the buffet car is bad today, but the order gets through.',
    source: chaos,
  },
  {
    id: 'order-status',
    title: 'Order status',
    version: 'v0.8',
    summary: 'A card of labels and values; later lines change the values only.',
    prompt: 'Where is my order from Sample Stationers?',
    reply: 'It left the depot this afternoon.',
    source: orderStatus,
  },
  {
    id: 'contact-list',
    title: 'Contact list',
    version: 'v0.8',
    summary: 'A template over a map; each button sends the person it stands beside.',
    prompt: 'Who is in the garden team? I want to write to somebody about the compost.',
    reply: 'These three. Ben looks after the compost.',
    source: contactList,
  },
  {
    id: 'weekly-menu',
    title: 'Weekly menu',
    version: 'v0.8',
    summary: 'A template inside a template: days, and the dishes of each day.',
    prompt: 'What is for lunch at the canteen this week?',
    reply: 'They publish three days at a time.',
    source: weeklyMenu,
  },
  {
    id: 'postcard',
    title: 'Postcard',
    version: 'v0.8',
    summary: 'Fields with initial values, and a preview bound to the same data.',
    prompt: 'Help me write a postcard to my grandma.',
    reply: 'I made a start. Change whatever you like.',
    source: postcard,
  },
  {
    id: 'buffered-invoice',
    title: 'Buffered invoice',
    version: 'v0.8',
    summary: 'Nothing shows until beginRendering, the last line; then everything does.',
    prompt: 'Is there a bill from the plumber yet?',
    reply: 'Yes, it came this morning.',
    source: bufferedInvoice,
  },
  {
    id: 'moving-house',
    title: 'Moving house',
    version: 'v0.8',
    summary: 'Several surfaces side by side, and one that is deleted when its work is done.',
    prompt: 'We move on 1 July. Who has to know?',
    reply: 'Two things can be settled right here.',
    source: movingHouse,
  },
  {
    id: 'mixed-versions',
    title: 'Mixed versions',
    version: 'both',
    summary: 'One stream, two agents: v0.8 and v0.9 lines take turns, a surface keeps its version.',
    prompt: 'Set up lunch with the garden team: food and seats.',
    reply: 'The kitchen and the seating plan answer at the same time.',
    source: mixedVersions,
  },
]

/** The transcript that the hash names; anything unknown is the first one. */
export function transcriptOf(hash: string): Transcript {
  const id = hash.replace(/^#/, '')
  return transcripts.find((transcript) => transcript.id === id) ?? transcripts[0]
}
