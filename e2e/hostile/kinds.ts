// A thousand components of each type of the basic catalog.
import { column, components, text } from '../wire.ts'
import { type HostileInput, input, many } from './input.ts'

/** Nothing is asked for: these addresses hold their data themselves. */
export const sound = 'data:audio/mpeg;base64,AAAA'
export const film = 'data:video/mp4;base64,AAAA'
export const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The properties of each type. `t` is a text. */
const kinds: { readonly [type: string]: object } = {
  Text: { text: 'x' },
  Row: { children: ['t'] },
  Column: { children: ['t'] },
  Card: { child: 't' },
  List: { children: ['t'] },
  Divider: {},
  Icon: { name: 'play' },
  Image: { url: picture },
  Video: { url: film },
  AudioPlayer: { url: sound },
  Button: { child: 't', action: { event: { name: 'go' } } },
  TextField: { label: 'L', value: 'x' },
  CheckBox: { label: 'L', value: true },
  Slider: { label: 'L', max: 9, value: 1 },
  DateTimeInput: { label: 'L', value: '2026-05-14', enableDate: true },
  ChoicePicker: { label: 'L', options: [{ label: 'a', value: 'a' }], value: [] },
  Tabs: { tabs: [{ title: 'a', child: 't' }] },
  Modal: { trigger: 't', content: 't' },
}

/** So many nodes does one of these count as that not all find room. */
const costly: ReadonlySet<string> = new Set(['Slider', 'DateTimeInput', 'Tabs'])

const ids = many('c', 1_000)

export const thousands: readonly HostileInput[] = Object.entries(kinds).map(([type, props]) =>
  input(`1,000 of ${type}`, costly.has(type) ? ['LIMIT_NODES'] : [], () =>
    components('s', column('root', ids), text('t', 'x'), ...ids.map((id) => ({ ...props, id, component: type }))),
  ),
)
