/**
 * Lenient mode: the words of other vocabularies, as data. For a type of theirs the types that mean it, the first that the catalog has;
 * for a property the names that stand for it; for a value the words that mean it.
 */
import { getOwn, type JsonObject, type JsonValue } from '../../json/value.ts'
import { plainWord, synonyms } from '../../text/nearest.ts'

export interface Meaning {
  readonly type: string
  /** Properties that the word says, by their names in v0.9. */
  readonly preset: JsonObject
}

/** Behind types and presets the words that mean them. Words are in lower case without signs. */
const types: readonly (readonly [types: string, preset: JsonObject, words: string])[] = [
  [
    'Text',
    {},
    'paragraph p span label typography markdown richtext textblock statictext string textview body link code',
  ],
  ['Text', { variant: 'caption' }, 'caption note small helpertext footnote badge chip tag pill status hint'],
  ['Text', { variant: 'h1' }, 'h1 title pagetitle headline'],
  ['Text', { variant: 'h2' }, 'h2 heading header'],
  ['Text', { variant: 'h3' }, 'h3 subheading subheader subtitle sectiontitle'],
  ['Text', { variant: 'h4' }, 'h4 h5 h6'],
  [
    'Row',
    {},
    'hstack horizontalstack hbox hlayout horizontal buttongroup buttonrow toolbar actionbar inline horizontallayout flexrow',
  ],
  [
    'Column',
    {},
    'stack vstack verticalstack vbox box container flex view section form fieldset group div layout page screen scaffold center ' +
      'vertical grid gridlayout wrap main fragment root surface panelgroup ' +
      'verticallayout flexcolumn formgroup scrollview',
  ],
  ['Card', {}, 'panel tile paper cardcontent'],
  ['TextField', {}, 'input textinput textbox field emailinput email phoneinput phone urlinput searchbox search entry'],
  ['TextField', { variant: 'longText' }, 'textarea multilinetext multilineinput longtext'],
  ['TextField', { variant: 'number' }, 'numberinput numberfield numericinput integerinput'],
  ['TextField', { variant: 'obscured' }, 'password passwordinput passwordfield secret'],
  [
    'ChoicePicker MultipleChoice',
    { variant: 'mutuallyExclusive', maxAllowedSelections: 1 },
    'select dropdown combobox radiogroup radio radiobutton radiobuttons picker choice singlechoice singleselect segmentedcontrol selectfield menu',
  ],
  [
    'ChoicePicker MultipleChoice',
    { variant: 'multipleSelection' },
    'multiselect checkboxgroup checkboxlist chips chipgroup multichoice choices',
  ],
  ['CheckBox', {}, 'switch toggle toggleswitch check boolean'],
  ['Slider', {}, 'range rangeinput rangeslider'],
  ['DateTimeInput', { enableDate: true, enableTime: false }, 'datepicker dateinput datefield date calendar'],
  ['DateTimeInput', { enableDate: false, enableTime: true }, 'timepicker timeinput timefield time'],
  ['DateTimeInput', { enableDate: true, enableTime: true }, 'datetimepicker datetime datetimefield datetimelocal'],
  ['Button', {}, 'iconbutton linkbutton submit submitbutton textbutton elevatedbutton cta actionbutton'],
  ['Image', {}, 'img picture photo thumbnail'],
  ['Image', { variant: 'avatar' }, 'avatar'],
  ['Icon', {}, 'materialicon symbol glyph'],
  ['Video', {}, 'videoplayer movie'],
  ['AudioPlayer', {}, 'audio sound'],
  ['Divider', {}, 'separator hr horizontalrule rule line spacer'],
  ['List', {}, 'listview ul bulletlist itemlist repeater foreach lazycolumn datalist scrolllist'],
  ['Tabs', {}, 'tabbar tabview tabpanel tabgroup tabcontainer'],
  ['Modal', {}, 'dialog drawer popup sheet bottomsheet popover'],
]

/** What stands before or behind a type and says nothing. */
const wrapped = /^.*[.:/]|(?:component|widget|element|view)$/gi

/** Types whose words may stand at the end of a longer one: `NetworkImage`, `SearchInput`. */
const byEnding =
  /^(Text|TextField|ChoicePicker MultipleChoice|CheckBox|Slider|DateTimeInput|Button|Image|Icon|Divider|Modal)$/

type Row = (typeof types)[number]

function rowFor(word: string): Row | undefined {
  return types.find(
    ([names, , words]) =>
      names.split(' ').some((name) => plainWord(name) === word) || ` ${words} `.includes(` ${word} `),
  )
}

/** The row of the longest word that ends the word. */
function rowByEnding(word: string): Row | undefined {
  for (let at = 1; at <= word.length - 5; at++) {
    const row = rowFor(word.slice(at))
    if (row && byEnding.test(row[0])) return row
  }
  return undefined
}

/** What properties say where the type says less. */
function typeByProperties(bag: JsonObject, row: Row | undefined): string | undefined {
  const has = (...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(bag, name))
  if (has('options', 'choices')) return 'ChoicePicker'
  if (has('tabs', 'tabItems')) return 'Tabs'
  return row?.[0] === 'Text' && has('action', ...(names['action'] as string).split(' ')) ? 'Button' : undefined
}

/** What a type of another vocabulary means among those that are known. A level or direction among its properties counts. */
export function meaningOf(type: string, bag: JsonObject, known: readonly string[]): Meaning | undefined {
  const word = plainWord(type.replace(wrapped, ''))
  const same = known.find((one) => plainWord(one) === word)
  if (same !== undefined) return { type: same, preset: {} }
  const exact = rowFor(plainWord(type)) ?? rowFor(word)
  const shorter = rowFor(word.replace(/(field|input|selector|control|menu|group)$/, ''))
  const ended = shorter && byEnding.test(shorter[0]) ? shorter : rowByEnding(word)
  const said = /^(Tabs|ChoicePicker.*)$/.test(exact?.[0] ?? '') ? undefined : typeByProperties(bag, exact)
  const row = (said === undefined ? undefined : rowFor(plainWord(said))) ?? exact ?? ended
  if (!row) return undefined
  const [names, preset] = row
  const direction = plainWord(String(bag['direction'] ?? bag['orientation'] ?? bag['flexDirection'] ?? ''))
  const wanted = names === 'Column' && /^(row|horizontal)/.test(direction) ? 'Row' : names
  const found = wanted.split(' ').find((name) => known.includes(name))
  const level = /^h?([1-6])$/i.exec(String(bag['level'] ?? bag['size'] ?? ''))?.[1]
  const heads = names === 'Text' && /^h\d$/.test(String(preset['variant'])) && level !== undefined
  if (found === undefined) return undefined
  return {
    type: found,
    preset: heads ? { variant: `h${Math.min(Number(level), 5)}` } : said === undefined ? preset : {},
  }
}

/** Words of a longer name that say nothing of what it holds. */
const filling =
  /^(button|field|input|text|current|model|default|initial|selected|display|option|component|ids?|path|value|data|event|name|on)$/

/** Whether a name says the same as another one: in another spelling, or with words that say nothing around it. */
export function says(name: string, other: string): boolean {
  const word = plainWord(other)
  if (plainWord(name) === word) return true
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
  return words.length > 1 && words.includes(word) && words.every((one) => one === word || filling.test(one))
}

/** Behind a property the names that stand for it where it is free, the likeliest first. */
const names: { readonly [property: string]: string } = {
  action:
    'actions onClick on onPress onTap onSubmit onSelect onChange onclick click press handler event command submit events tool callback',
  label: 'title placeholder name caption question prompt heading text description hint header',
  text: 'content value label title body message description markdown name heading caption children child string data txt',
  value:
    'binding bind bindTo path dataPath dataBinding model checked selected selection selections text defaultValue default date ref state field initialValue',
  url: 'src href source uri image imageUrl link video audio file',
  description: 'alt altText alternativeText caption title label',
  name: 'icon iconName symbol glyph value src type',
  options: 'choices items values entries list data children option',
  children: 'items content contents elements components body child',
  child: 'content body children component',
  trigger: 'button opener label title',
  content: 'child children body',
  tabs: 'items panels pages children tabList',
  min: 'minimum from',
  max: 'maximum to',
  variant: 'primary style textStyle kind size textVariant role type inputType level fontSize multiline multiple',
  enableTime: 'showTime withTime hasTime time',
  enableDate: 'showDate withDate hasDate',
  axis: 'orientation direction',
  direction: 'orientation axis',
  justify: 'justifyContent mainAxisAlignment',
  align: 'alignItems crossAxisAlignment',
}

/** The names that stand for a property of either version. */
export function namesFor(property: string): readonly string[] {
  const groups = synonyms.filter((group) => group.includes(property) && getOwn(names, group[0] as string) !== undefined)
  // `text` is a name of its own, and the value of a field in v0.8.
  const heads = new Set([property, ...groups.flat()])
  const all = [...heads].flatMap((one) => [
    ...(one === property ? [] : [one]),
    ...(getOwn(names, one)?.split(' ') ?? []),
  ])
  // What stands above a value is not the value.
  return property === 'value' ? all.filter((one) => !/^(label|title|heading|caption|description)$/.test(one)) : all
}

/** Names of what a person reads, without signs and case. */
export const textNames: ReadonlySet<string> = new Set(
  (
    'title heading header headline label text name subtitle subheading message description content body caption value markdown status ' +
    'detail details helper helpertext note price amount summary question'
  ).split(' '),
)

/** Whether a name says that a person reads its value. */
export function isTextName(name: string): boolean {
  return textNames.has(plainWord(name)) || says(name, 'text') || says(name, 'label')
}

/** Whether an object of this name holds the properties of its component. */
export function isBag(name: string): boolean {
  return /^(prop(s|erties)|attributes|attrs)$/.test(name)
}

/** Words for values: behind each the right ones, of which a property allows one. */
const values: { readonly [word: string]: string } = {
  ...{
    secondary: 'default',
    outlined: 'default',
    outline: 'default',
    tonal: 'default',
    contained: 'primary',
    filled: 'primary',
  },
  ...{ elevated: 'default', danger: 'default', destructive: 'default', submit: 'primary', main: 'primary' },
  ...{
    text: 'borderless shortText',
    link: 'borderless',
    ghost: 'borderless',
    plain: 'borderless',
    flat: 'borderless',
    tertiary: 'borderless',
  },
  ...{ title: 'h1', headline: 'h1', display: 'h1', heading: 'h2', subtitle: 'h3', subheading: 'h3', small: 'caption' },
  ...{
    paragraph: 'body',
    normal: 'body',
    medium: 'body',
    regular: 'body',
    label: 'caption',
    overline: 'caption',
    h6: 'h5',
  },
  ...{
    single: 'mutuallyExclusive',
    radio: 'mutuallyExclusive',
    multiple: 'multipleSelection',
    checkbox: 'multipleSelection',
  },
  ...{
    multiline: 'longText',
    textarea: 'longText',
    password: 'obscured',
    email: 'shortText',
    tel: 'shortText',
    url: 'shortText',
    search: 'shortText',
  },
  ...{
    numeric: 'number',
    integer: 'number',
    left: 'start',
    right: 'end',
    top: 'start',
    bottom: 'end',
    flexstart: 'start',
    flexend: 'end',
  },
  ...{
    row: 'horizontal',
    column: 'vertical',
    middle: 'center',
    baseline: 'start',
    evenly: 'spaceEvenly',
    between: 'spaceBetween',
  },
}

/** The allowed word that a value means: in another spelling, or by another word. */
export function wordIn(allowed: readonly JsonValue[], value: JsonValue): JsonValue | undefined {
  const word = plainWord(String(value))
  const find = (wanted: string | undefined): JsonValue | undefined =>
    wanted === undefined ? undefined : allowed.find((one) => plainWord(String(one)) === plainWord(wanted))
  return (
    find(word) ??
    getOwn(values, word)
      ?.split(' ')
      .map(find)
      .find((one) => one !== undefined) ??
    (/^[1-5]$/.test(word) ? find(`h${word}`) : undefined)
  )
}
