/**
 * The sentences of the runtime itself. Renderers hold no sentences of their own, and a host may replace each of these.
 */

export interface Texts {
  /** In place of a component that failed. */
  readonly failed: string
  /** In a surface of which nothing can be shown. */
  readonly nothing: string
  /** In place of a component whose type the catalog does not have; `type` is one short line. */
  readonly unknownType: (type: string) => string
  /** Beside a control whose action could not be sent or was not taken. */
  readonly actionFailed: string
  /** Beside a control that did something else, or was somewhere else, a moment before it was pressed: the press was not taken. */
  readonly changed: string
  /** In place of what a limit left out. */
  readonly tooLarge: string
  /** In place of a control that the agent put inside of another control. */
  readonly withinControl: string
  /** On the button after a long list; `hidden` items are not drawn. */
  readonly more: (hidden: number) => string
  /** Below a field whose text does not match the pattern that the agent gave for it. */
  readonly pattern: string
  /** Below a field with a check that would take more than the limit on work. */
  readonly unchecked: string
  /** The name of a surface whose agent gave none. */
  readonly surface: string
  /** Told to assistive technology when a surface takes a moment; `name` is what it is called. */
  readonly arriving: (name: string) => string
  /** When all of it is there. */
  readonly complete: (name: string) => string
  /** When the stream has ended and parts have not come. */
  readonly incomplete: (name: string) => string
  /** On the button that opens a dialog, where nothing else says so. */
  readonly open: string
  /** The name of a button that has nothing to read, and an action without a name. */
  readonly button: string
  /** The name of a button that has nothing but an icon; `name` is the catalog's, such as `arrowBack`. */
  readonly icon: (name: string) => string
  /** Below a surface that is for reading only. */
  readonly frozen: string
  /** On the button that closes a dialog. */
  readonly close: string
  /** Names of inputs whose label the agent left empty, for assistive technology. */
  readonly textField: string
  readonly checkBox: string
  readonly slider: string
  readonly date: string
  readonly time: string
  readonly dateTime: string
  /** Below a date that can only be edited as the text that the agent sent. */
  readonly noCalendar: string
  /** Below an input that cannot show what it is set to, which is sent as it is until the user changes it. */
  readonly current: (value: string) => string
  /** In place of the number of a slider that is set to nothing yet. */
  readonly notSet: string
  /** In place of the title of a tab that has none; the first one's `position` is 1. */
  readonly tab: (position: number) => string
  /** The name of the field that narrows a list of options. */
  readonly filter: string
  /** Where no option is left. */
  readonly noOptions: string
  /** Below options of which no more than `count` may be chosen. */
  readonly atMost: (count: number) => string
  /** In place of a picture, film or sound that waits until the user has sent what they entered. `host` is `shop.example`. */
  readonly waiting: (host: string) => string
  /** On the button that loads it, and all others that wait. */
  readonly load: string
  /** In place of one that is not loaded at all; `host` is absent where the address is none of the web. */
  readonly refused: (host: string | undefined) => string
}

export const defaultTexts: Texts = {
  failed: 'This part could not be shown.',
  nothing: 'This could not be shown.',
  unknownType: (type) => `This part could not be shown: “${type}” is not known here.`,
  actionFailed: 'That did not work. Please try again.',
  changed: 'This changed just now. Press again.',
  tooLarge: 'There is more than can be shown here.',
  withinControl: 'This cannot be used inside a button.',
  more: (hidden) => `Show more (${hidden})`,
  pattern: 'This does not have the expected form.',
  unchecked: 'This could not be checked.',
  surface: 'Interactive reply',
  button: 'Button',
  icon: (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  arriving: (name) => `${name}: loading`,
  complete: (name) => `${name}: ready`,
  incomplete: (name) => `${name}: some parts are missing`,
  open: 'Open',
  frozen: 'This can be read, but no longer changed.',
  close: 'Close',
  textField: 'Text',
  checkBox: 'Option',
  slider: 'Value',
  date: 'Date',
  time: 'Time',
  dateTime: 'Date and time',
  noCalendar: 'The calendar could not be loaded.',
  current: (value) => `Now: ${value}`,
  notSet: 'Not set yet',
  tab: (position) => `Tab ${position}`,
  filter: 'Filter',
  noOptions: 'No matches.',
  atMost: (count) => `At most ${count} can be chosen.`,
  waiting: (host) => `Not shown yet: it could tell ${host} what you entered.`,
  load: 'Show',
  refused: (host) => (host === undefined ? 'Not available.' : `Content from ${host} is not shown here.`),
}
