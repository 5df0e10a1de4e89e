// Right answers of invented agents, each in both versions: what `slips.ts` writes in other ways.
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'

export type Version = 'v0.8' | 'v0.9'

/** A component in the words of its version: `bag` holds its properties. */
export interface Part {
  readonly id: string
  readonly type: string
  readonly bag: JsonObject
}

export interface Answer {
  readonly name: string
  readonly version: Version
  readonly surfaceId: string
  /** The first one is the root. */
  readonly parts: readonly Part[]
  readonly data: JsonObject
}

/** A component with its children in place. */
interface Node {
  readonly type: string
  /** By version: `parts` gets the ids of children. */
  readonly bag: (version: Version, put: (node: Node, name: string) => string) => JsonObject
  readonly oldType?: string
}

type Text = string | { readonly path: string }

const wrapped = (value: Text | number | boolean, version: Version): JsonValue => {
  if (version === 'v0.9' || typeof value === 'object') return value as JsonValue
  if (typeof value === 'number') return { literalNumber: value }
  return typeof value === 'boolean' ? { literalBoolean: value } : { literalString: value }
}
const at = (path: string): { readonly path: string } => ({ path })

function text(said: Text, variant?: string): Node {
  const bag: Node['bag'] = (version) => ({
    text: wrapped(said, version),
    ...(variant && { [version === 'v0.8' ? 'usageHint' : 'variant']: variant }),
  })
  return { type: 'Text', bag }
}

function group(type: string, ...children: readonly Node[]): Node {
  const bag: Node['bag'] = (version, put) => {
    const ids = children.map((child, index) => put(child, `${index + 1}`))
    return { children: version === 'v0.8' ? { explicitList: ids } : ids }
  }
  return { type, bag }
}
const column = (...children: readonly Node[]): Node => group('Column', ...children)
const row = (...children: readonly Node[]): Node => group('Row', ...children)

function each(type: string, path: string, item: Node): Node {
  const bag: Node['bag'] = (version, put) => {
    const componentId = put(item, 'item')
    return {
      children: version === 'v0.8' ? { template: { componentId, dataBinding: path } } : { componentId, path },
    }
  }
  return { type, bag }
}

const card = (child: Node): Node => ({ type: 'Card', bag: (_, put) => ({ child: put(child, 'body') }) })

function tabs(panels: { readonly [title: string]: Node }): Node {
  const bag: Node['bag'] = (version, put) => ({
    [version === 'v0.8' ? 'tabItems' : 'tabs']: Object.entries(panels).map(([title, child], index) => ({
      title: wrapped(title, version),
      child: put(child, `tab${index + 1}`),
    })),
  })
  return { type: 'Tabs', bag }
}

function modal(opener: Node, content: Node): Node {
  const bag: Node['bag'] = (version, put) =>
    version === 'v0.8'
      ? { entryPointChild: put(opener, 'opener'), contentChild: put(content, 'inside') }
      : { trigger: put(opener, 'opener'), content: put(content, 'inside') }
  return { type: 'Modal', bag }
}

function field(label: string, path: string, variant?: string): Node {
  const bag: Node['bag'] = (version) => ({
    label: wrapped(label, version),
    [version === 'v0.8' ? 'text' : 'value']: { path },
    ...(variant && { [version === 'v0.8' ? 'textFieldType' : 'variant']: variant }),
  })
  return { type: 'TextField', bag }
}

const check = (label: string, path: string): Node => ({
  type: 'CheckBox',
  bag: (version) => ({ label: wrapped(label, version), value: { path } }),
})

function pick(label: string, path: string, options: { readonly [value: string]: string }, several = false): Node {
  const bag: Node['bag'] = (version) => {
    const list = Object.entries(options).map(([value, one]) => ({ label: wrapped(one, version), value }))
    return version === 'v0.8'
      ? { selections: { path }, options: list, maxAllowedSelections: several ? list.length : 1 }
      : { label, variant: several ? 'multipleSelection' : 'mutuallyExclusive', options: list, value: { path } }
  }
  return { type: 'ChoicePicker', oldType: 'MultipleChoice', bag }
}

const slide = (label: string, path: string, min: number, max: number): Node => ({
  type: 'Slider',
  bag: (version) =>
    version === 'v0.8' ? { value: { path }, minValue: min, maxValue: max } : { label, value: { path }, min, max },
})

const date = (label: string, path: string, time = false): Node => ({
  type: 'DateTimeInput',
  bag: (version) => ({
    ...(version === 'v0.9' && { label }),
    ...{ value: { path }, enableDate: true, enableTime: time },
  }),
})

const image = (url: string, description: string): Node => ({
  type: 'Image',
  bag: (version) => ({ url: wrapped(url, version), ...(version === 'v0.9' && { description }) }),
})
const icon = (name: string): Node => ({ type: 'Icon', bag: (version) => ({ name: wrapped(name, version) }) })
const divider: Node = { type: 'Divider', bag: () => ({ axis: 'horizontal' }) }

function button(said: string, name: string, context: { readonly [key: string]: Text | number | boolean } = {}): Node {
  const bag: Node['bag'] = (version, put) => {
    const child = put(text(said), 'text')
    const entries = Object.entries(context)
    if (version === 'v0.9')
      return { child, action: { event: { name, ...(entries.length > 0 && { context: context as JsonObject }) } } }
    const list = entries.map(([key, value]) => ({ key, value: wrapped(value, version) }))
    return { child, action: { name, ...(list.length > 0 && { context: list }) } }
  }
  return { type: 'Button', bag }
}

/** The components of an answer, each behind the one that shows it. */
function flat(node: Node, id: string, version: Version): readonly Part[] {
  const children: Part[] = []
  const bag = node.bag(version, (child, name) => {
    const childId = id === 'root' ? `part_${name}` : `${id}_${name}`
    children.push(...flat(child, childId, version))
    return childId
  })
  return [{ id, type: version === 'v0.8' ? (node.oldType ?? node.type) : node.type, bag }, ...children]
}

const answersByName: { readonly [name: string]: readonly [node: Node, data?: JsonObject] } = {
  greeting: [column(text('Good morning, Petra', 'h1'), text('The greenhouse is at 21 degrees.'))],
  boat: [
    column(
      text('Hire a rowing boat', 'h2'),
      field('Your name', '/hire/name'),
      field('Persons', '/hire/persons', 'number'),
      check('With life jackets', '/hire/jackets'),
      button('Hire it', 'hire_boat', {
        name: at('/hire/name'),
        persons: at('/hire/persons'),
        jackets: at('/hire/jackets'),
      }),
    ),
    { hire: { name: 'Jelle', persons: '3', jackets: true } },
  ],
  soups: [
    column(
      text('Soups of the day', 'h2'),
      each(
        'List',
        '/soups',
        card(row(text(at('name'), 'h4'), text(at('price')), button('Take one', 'take_soup', { soup: at('name') }))),
      ),
    ),
    {
      soups: [
        { name: 'Leek', price: '5.20' },
        { name: 'Beetroot', price: '5.60' },
        { name: 'Fish', price: '7.10' },
      ],
    },
  ],
  ferry: [
    column(
      text(at('/ferry/title'), 'h1'),
      row(icon('event'), text(at('/ferry/leaves'))),
      divider,
      pick('Class', '/ferry/class', { deck: 'On deck', salon: 'In the salon' }),
      button('Book the crossing', 'book_ferry', { class: at('/ferry/class'), ship: 'Marit' }),
    ),
    { ferry: { title: 'Crossing to Fano', leaves: 'Leaves at 10:40', class: ['salon'] } },
  ],
  thermostat: [
    column(
      text('Heating', 'h3'),
      slide('Warmth', '/home/warmth', 5, 30),
      check('Night mode', '/home/night'),
      button('Apply', 'set_heating', { warmth: at('/home/warmth'), night: at('/home/night') }),
    ),
    { home: { warmth: 19, night: false } },
  ],
  dentist: [
    column(
      text('Pick a day at the dentist', 'h2'),
      date('Day', '/visit/day'),
      pick('Reason', '/visit/reason', { pain: 'Pain', yearly: 'Yearly look', other: 'Something else' }),
      field('A note for us', '/visit/note', 'longText'),
      button('Ask for it', 'ask_visit', { day: at('/visit/day'), reason: at('/visit/reason') }),
    ),
    { visit: { day: '2027-03-09', reason: ['yearly'], note: 'Rather late' } },
  ],
  museum: [
    tabs({
      Today: column(text('Open until six'), text('Two guided walks')),
      Rooms: column(text('Glass on the first floor'), text('Clocks below the roof')),
    }),
  ],
  kitten: [
    card(
      column(
        image('https://pictures.example/kitten.jpg', 'A grey kitten'),
        text('Minka, nine weeks', 'h3'),
        button('Meet her', 'meet', { cat: 'minka' }),
      ),
    ),
  ],
  pizza: [
    column(
      text('Your pizza', 'h2'),
      pick('Toppings', '/pizza/on', { olives: 'Olives', rocket: 'Rocket', anchovy: 'Anchovies' }, true),
      button('Bake it', 'bake', { on: at('/pizza/on'), size: 32 }),
    ),
    { pizza: { on: ['olives', 'anchovy'] } },
  ],
  parcel: [
    column(
      text('Parcel 7741', 'h3'),
      each('Column', '/steps', row(icon('check'), text(at('what')), text(at('when'), 'caption'))),
    ),
    {
      steps: [
        { what: 'Packed', when: 'Monday' },
        { what: 'On the road', when: 'Tuesday' },
      ],
    },
  ],
  garden: [
    column(
      text('Plots that are free', 'h2'),
      row(
        card(column(text('Plot 3'), text('40 square metres', 'caption'))),
        card(column(text('Plot 8'), text('55 square metres', 'caption'))),
      ),
      button('Put me on the list', 'join_list', { plots: 2 }),
    ),
  ],
  quiz: [
    column(
      text('Which bird sings at night?', 'h3'),
      pick('Your guess', '/guess', { wren: 'The wren', nightingale: 'The nightingale', swift: 'The swift' }),
      row(button('Skip', 'skip'), button('Answer', 'answer', { guess: at('/guess') })),
    ),
    { guess: [] },
  ],
  rooms: [
    each(
      'Column',
      '/rooms',
      card(
        column(
          image('https://pictures.example/room.png', 'A room'),
          text(at('title'), 'h4'),
          row(text(at('beds')), text(at('cost/night'))),
          button('Reserve', 'reserve', { id: at('id') }),
        ),
      ),
    ),
    {
      rooms: [
        { id: 'r1', title: 'The blue one', beds: '2 beds', cost: { night: '80 a night' } },
        { id: 'r2', title: 'Under the roof', beds: '1 bed', cost: { night: '55 a night' } },
      ],
    },
  ],
  confirm: [
    column(
      text('Order 88 is ready.'),
      modal(
        button('Cancel the order', 'open_cancel'),
        column(text('Cancel it for good?', 'h3'), button('Yes, cancel', 'cancel_order', { order: 88 })),
      ),
    ),
  ],
  weather: [
    card(
      column(
        text('Weather in Visby', 'h4'),
        row(text(at('/now/degrees'), 'h1'), text(at('/now/sky'))),
        divider,
        each('Row', '/days', column(text(at('day'), 'caption'), text(at('high')))),
      ),
    ),
    {
      now: { degrees: '14', sky: 'Light rain' },
      days: [
        { day: 'Wed', high: '15' },
        { day: 'Thu', high: '17' },
        { day: 'Fri', high: '12' },
      ],
    },
  ],
  login: [
    column(
      text('Sign in to the library', 'h2'),
      field('Card number', '/login/card'),
      field('Secret word', '/login/word', 'obscured'),
      button('Sign in', 'sign_in', { card: at('/login/card') }),
    ),
    { login: { card: 'B-2207', word: 'acorn' } },
  ],
  meeting: [
    column(
      text('Move the meeting', 'h3'),
      date('Starts', '/meeting/start', true),
      check('Tell the others', '/meeting/tell'),
      button('Move it', 'move_meeting', { start: at('/meeting/start'), tell: at('/meeting/tell') }),
    ),
    { meeting: { start: '2027-05-04T09:30', tell: true } },
  ],
  survey: [
    column(
      text('How was the concert?', 'h2'),
      slide('Points', '/points', 0, 10),
      field('What should stay?', '/stay', 'longText'),
      button('Hand it in', 'hand_in', { points: at('/points'), stay: at('/stay'), form: 'c4' }),
    ),
    { points: 8, stay: 'The long break' },
  ],
  invoice: [
    column(
      text('Invoice 2027-031', 'h3'),
      each('List', '/lines', row(text(at('what')), text(at('amount')))),
      divider,
      row(text('Together'), text(at('/sum'), 'h4')),
      button('Pay now', 'pay', { sum: at('/sum') }),
    ),
    {
      lines: [
        { what: 'Two chairs', amount: '240.00' },
        { what: 'Delivery', amount: '18.50' },
      ],
      sum: '258.50',
    },
  ],
  bees: [
    column(
      row(icon('warning'), text('Hive 4 is too warm', 'h4')),
      text('Open the upper flap, and look again in an hour.'),
      row(button('Done', 'hive_done', { hive: 4 }), button('Remind me', 'hive_later', { hive: 4, minutes: 60 })),
    ),
  ],
  recipe: [
    tabs({
      Buy: each('Column', '/buy', row(icon('shoppingCart'), text(at('item')))),
      Cook: column(text('1. Peel the pears.'), text('2. Cook them in wine.')),
    }),
    { buy: [{ item: 'Six pears' }, { item: 'A bottle of red wine' }] },
  ],
  crew: [
    column(
      text('Who sails on Sunday?', 'h2'),
      each('Column', '/crew', row(text(at('name')), button('Ask', 'ask_crew', { who: at('name'), role: at('role') }))),
    ),
    {
      crew: [
        { name: 'Ines', role: 'cook' },
        { name: 'Bo', role: 'helm' },
      ],
    },
  ],
  repair: [
    column(
      text('Report a broken lamp', 'h2'),
      field('Street', '/lamp/street'),
      pick('Colour of the post', '/lamp/post', { green: 'Green', grey: 'Grey' }),
      field('Your address for answers', '/lamp/mail'),
      check('It is urgent', '/lamp/urgent'),
      row(
        button('Throw away', 'discard'),
        button('Report', 'report_lamp', { street: at('/lamp/street'), urgent: at('/lamp/urgent') }),
      ),
    ),
    { lamp: { street: 'Mill Lane 5', post: ['grey'], mail: '', urgent: false } },
  ],
  plans: [
    row(
      card(
        column(
          text('Small', 'h3'),
          text('One hive, no honey press'),
          button('Take small', 'plan', { plan: 'small', yearly: false }),
        ),
      ),
      card(
        column(
          text('Large', 'h3'),
          text('Four hives and a press'),
          button('Take large', 'plan', { plan: 'large', yearly: true }),
        ),
      ),
    ),
  ],
  seats: [
    column(
      text('Seats left: twelve', 'h4'),
      pick('Row', '/row', { a: 'Front', m: 'Middle', z: 'Back' }),
      slide('How many', '/count', 1, 6),
      button('Hold them', 'hold', { row: at('/row'), count: at('/count') }),
    ),
    { row: ['m'], count: 2 },
  ],
  news: [
    each('List', '/stories', card(column(text(at('head'), 'h3'), text(at('lead')), text(at('by'), 'caption')))),
    {
      stories: [
        { head: 'A bridge for otters', lead: 'The town builds it in spring.', by: 'Tove Lind' },
        { head: 'The last ice rink', lead: 'It closes after forty years.', by: 'Sam Okoro' },
      ],
    },
  ],
  piano: [
    card(
      column(
        row(
          image('https://pictures.example/piano.webp', 'An upright piano'),
          column(text('Upright piano', 'h3'), text('Tuned last autumn')),
        ),
        row(text('Price'), text('900')),
        button('Make an offer', 'offer', { lot: 'P-17', price: 900 }),
      ),
    ),
  ],
  settings: [
    column(
      text('Settings', 'h2'),
      check('Large letters', '/set/large'),
      check('Sounds', '/set/sounds'),
      slide('Loudness', '/set/loud', 0, 100),
      divider,
      button('Save them', 'save_settings', { large: at('/set/large'), loud: at('/set/loud') }),
    ),
    { set: { large: true, sounds: false, loud: 40 } },
  ],
  harbour: [
    column(
      text('Berths tonight', 'h2'),
      each('Column', '/berths', row(text(at('place')), text(at('depth')), text(at('fee')))),
      text('Call channel 9 before you enter.', 'caption'),
    ),
    {
      berths: [
        { place: 'North pier', depth: '2.1 m', fee: '18' },
        { place: 'Old basin', depth: '1.6 m', fee: '14' },
      ],
    },
  ],
  thanks: [
    column(
      icon('favorite'),
      text('Thank you, Ola!', 'h1'),
      text('Your gift reached the shelter.'),
      divider,
      button('Back to start', 'home'),
    ),
  ],
  tickets: [
    column(
      text('Tickets', 'h3'),
      field('Adults', '/t/adults', 'number'),
      field('Children', '/t/children', 'number'),
      date('Day of visit', '/t/day'),
      button('Check the price', 'price', { adults: at('/t/adults'), day: at('/t/day') }),
    ),
    { t: { adults: '2', children: '1', day: '2027-07-01' } },
  ],
  cases: [
    column(
      row(text('Open cases', 'h3'), button('New', 'new_case')),
      each(
        'Column',
        '/cases',
        card(
          row(column(text(at('title')), text(at('state'), 'caption')), button('Open', 'open_case', { id: at('id') })),
        ),
      ),
      modal(button('Help', 'show_help'), text('Ask Mirjam in room 12.')),
    ),
    {
      cases: [
        { id: 31, title: 'A leaking roof', state: 'waits' },
        { id: 32, title: 'The lift squeaks', state: 'begun' },
      ],
    },
  ],
}

export const answers: readonly Answer[] = Object.entries(answersByName).flatMap(([name, [node, data = {}]]) =>
  (['v0.9', 'v0.8'] as const).map((version) => ({
    ...{ name: `${name} ${version}`, version, surfaceId: `${name}_ui`, data },
    parts: flat(node, 'root', version),
  })),
)
