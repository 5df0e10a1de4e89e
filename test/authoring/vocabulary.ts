// Words of other versions and of other libraries that models write, each beside the right one.
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, catalogId, T, UC, UD, v08 } from '../support/messages.ts'

/** A mistake and what is right in its place. */
export interface Mistake {
  readonly name: string
  readonly wrong: readonly JsonObject[]
  readonly right: readonly JsonObject[]
  /** Place of the wrong word, in the second message if it begins with `#2`, and so on. */
  readonly at: string
  /** What the fault's hint or its first expectation says. */
  readonly word: string
  readonly severity?: 'warning'
  /** What lenient mode draws of the root, by property. Absent: several things may be meant. */
  readonly drawn?: readonly [property: string, value: unknown]
}

const action = { event: { name: 'go' } }
const options = [{ label: 'A', value: 'a' }]
const bound = { path: '/v' }
const texts = (ids: readonly string[]): readonly JsonObject[] => ids.map((id) => T(id, id))
const child = (id: string): unknown => ({ kind: 'child', id })
const children = (...ids: readonly string[]): unknown => ({ kind: 'children', ids })

/** The second message of v0.9 holds the root, then texts with these ids. */
const surface9 = (root: JsonObject, ids: readonly string[]): readonly JsonObject[] => [
  CS('s'),
  UC('s', [{ id: 'root', ...root }, ...texts(ids)]),
]

/** The first message of v0.8 holds the root. */
const surface8 = (root: JsonObject, ids: readonly string[], weight?: JsonObject): readonly JsonObject[] => [
  v08.SU('s', [{ id: 'root', ...weight, component: root }, ...ids.map((id) => v08.T(id, id))]),
  v08.BR('s'),
]

type More = Pick<Mistake, 'severity' | 'drawn'>

/** A mistake in the properties of the root of a surface of v0.9. */
function v9(
  name: string,
  [wrong, right]: readonly [JsonObject, JsonObject],
  [at, word]: readonly [string, string],
  more: More = {},
  ids: readonly string[] = [],
  rightIds: readonly string[] = ids,
): Mistake {
  const place = `#2/updateComponents/components/0${at}`
  return { name, wrong: surface9(wrong, ids), right: surface9(right, rightIds), at: place, word, ...more }
}

/** The same in v0.8: `wrong` and `right` are what stands in `component`. */
function v8(
  name: string,
  [wrong, right]: readonly [JsonObject, JsonObject],
  [at, word]: readonly [string, string],
  more: More = {},
  ids: readonly string[] = [],
  rightIds: readonly string[] = ids,
): Mistake {
  const place = `#1/surfaceUpdate/components/0${at}`
  return { name, wrong: surface8(wrong, ids), right: surface8(right, rightIds), at: place, word, ...more }
}

const text9 = (more: JsonObject): JsonObject => ({ component: 'Text', text: 'x', ...more })
const button9 = (more: JsonObject): JsonObject => ({ component: 'Button', child: 't', action, ...more })
const lit = (text: string): JsonObject => ({ literalString: text })
const text8 = (more: JsonObject = {}): JsonObject => ({ Text: { text: lit('x'), ...more } })
const button8 = (more: JsonObject): JsonObject => ({ Button: { child: 't', action: { name: 'go' }, ...more } })
const whole = (wrong: readonly JsonObject[], right: readonly JsonObject[]): Pick<Mistake, 'wrong' | 'right'> => ({
  wrong,
  right,
})
const picker = (more: JsonObject): JsonObject => ({ component: 'ChoicePicker', options, value: bound, ...more })
const field = (more: JsonObject): JsonObject => ({ component: 'TextField', label: 'l', value: bound, ...more })
const without = (object: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = object
  return rest
}
const items = { component: 'List', children: { componentId: 't', path: '/items' } }
const list = (text: JsonValue): readonly JsonObject[] => [
  CS('s'),
  UC('s', [{ id: 'root', ...items }, T('t', text)]),
  UD('s', '/items', [{ name: 'a' }]),
]

export const mistakes: readonly Mistake[] = [
  v9(
    '1 component as an object',
    [{ component: { Text: { text: 'x' } } }, text9({})],
    ['/component', '"component": "Text"'],
  ),
  {
    name: '2 component as a text, in v0.8',
    ...whole([v08.SU('s', [{ id: 'root', component: 'Text', text: lit('x') }]), v08.BR('s')], surface8(text8(), [])),
    ...{ at: '#1/surfaceUpdate/components/0/component', word: '"component": {"Text": ' },
    drawn: ['text', 'x'],
  },
  v9('3 literalString in v0.9', [text9({ text: lit('x') }), text9({})], ['/text', '"x"']),
  v8('4 a bare text in v0.8', [{ Text: { text: 'x' } }, text8()], ['/component/Text/text', '{"literalString": "x"}'], {
    drawn: ['text', 'x'],
  }),
  v9(
    '5 explicitList in v0.9',
    [
      { component: 'Row', children: { explicitList: ['t'] } },
      { component: 'Row', children: ['t'] },
    ],
    ['/children', '["t"]'],
    {},
    ['t'],
  ),
  v8(
    '6 children as a list in v0.8',
    [{ Row: { children: ['t'] } }, { Row: { children: { explicitList: ['t'] } } }],
    ['/component/Row/children', '{"explicitList": ["t"]}'],
    {},
    ['t'],
  ),
  v9(
    '7 a template of v0.8',
    [
      { component: 'List', children: { template: { componentId: 't', dataBinding: '/items' } } },
      { component: 'List', children: { componentId: 't', path: '/items' } },
    ],
    ['/children', '{"componentId": "t", "path": "/items"}'],
    {},
    ['t'],
  ),
  v9(
    '8 a child in its place',
    [
      { component: 'Card', child: { id: 't', component: 'Text', text: 'x' } },
      { component: 'Card', child: 't' },
    ],
    ['/child', '"t"'],
    {},
    [],
    ['t'],
  ),
  v9('9 usageHint', [text9({ usageHint: 'h1' }), text9({ variant: 'h1' })], ['/usageHint', 'variant'], {
    drawn: ['variant', 'h1'],
  }),
  v8(
    '10 variant in v0.8',
    [text8({ variant: 'h1' }), text8({ usageHint: 'h1' })],
    ['/component/Text/variant', 'usageHint'],
    {
      drawn: ['variant', 'h1'],
    },
  ),
  v9(
    '11 distribution',
    [
      { component: 'Row', children: ['t'], distribution: 'center' },
      { component: 'Row', children: ['t'], justify: 'center' },
    ],
    ['/distribution', 'justify'],
    { drawn: ['justify', 'center'] },
    ['t'],
  ),
  v9(
    '12 alignment',
    [
      { component: 'Row', children: ['t'], alignment: 'end' },
      { component: 'Row', children: ['t'], align: 'end' },
    ],
    ['/alignment', 'align'],
    { drawn: ['align', 'end'] },
    ['t'],
  ),
  v9(
    '13 tabItems',
    [
      { component: 'Tabs', tabItems: [{ title: 'a', child: 't' }] },
      { component: 'Tabs', tabs: [{ title: 'a', child: 't' }] },
    ],
    ['/tabItems', 'tabs'],
    { drawn: ['tabs', [{ title: 'a', child: child('t') }]] },
    ['t'],
  ),
  v9(
    '14 entryPointChild',
    [
      { component: 'Modal', entryPointChild: 't', content: 'u' },
      { component: 'Modal', trigger: 't', content: 'u' },
    ],
    ['/entryPointChild', 'trigger'],
    { drawn: ['trigger', child('t')] },
    ['t', 'u'],
  ),
  v9(
    '14 contentChild',
    [
      { component: 'Modal', trigger: 't', contentChild: 'u' },
      { component: 'Modal', trigger: 't', content: 'u' },
    ],
    ['/contentChild', 'content'],
    { drawn: ['content', child('u')] },
    ['t', 'u'],
  ),
  v9('15 text of a TextField', [without(field({ text: bound }), 'value'), field({})], ['/text', 'value']),
  v9(
    '16 textFieldType',
    [field({ textFieldType: 'number' }), field({ variant: 'number' })],
    ['/textFieldType', 'variant'],
    {
      drawn: ['variant', 'number'],
    },
  ),
  v9(
    '17 checked',
    [
      { component: 'CheckBox', label: 'l', checked: bound },
      { component: 'CheckBox', label: 'l', value: bound },
    ],
    ['/checked', 'value'],
  ),
  v8(
    '17 checked in v0.8',
    [
      { CheckBox: { label: lit('l'), checked: { literalBoolean: true } } },
      { CheckBox: { label: lit('l'), value: { literalBoolean: true } } },
    ],
    ['/component/CheckBox/checked', 'value'],
    { drawn: ['value', true] },
  ),
  v9(
    '18 minValue',
    [
      { component: 'Slider', value: bound, minValue: 1, max: 5 },
      { component: 'Slider', value: bound, min: 1, max: 5 },
    ],
    ['/minValue', 'min'],
    { drawn: ['min', 1] },
  ),
  v9(
    '18 maxValue',
    [
      { component: 'Slider', value: bound, min: 1, maxValue: 5 },
      { component: 'Slider', value: bound, min: 1, max: 5 },
    ],
    ['/maxValue', 'max'],
    { drawn: ['max', 5] },
  ),
  v9('19 selections', [without(picker({ selections: bound }), 'value'), picker({})], ['/selections', 'value']),
  v9(
    '20 maxAllowedSelections',
    [picker({ maxAllowedSelections: 1 }), picker({ variant: 'mutuallyExclusive' })],
    ['/maxAllowedSelections', 'variant'],
  ),
  ...['MultipleChoice', 'RadioGroup'].map((type) =>
    v9(`21 ${type}`, [picker({ component: type }), picker({})], ['/component', 'ChoicePicker'], {
      drawn: ['options', options],
    }),
  ),
  ...['Select', 'Radio', 'Dropdown'].map((type) =>
    v9(`22 ${type}`, [picker({ component: type }), picker({})], ['/component', 'ChoicePicker'], {
      drawn: ['options', options],
    }),
  ),
  ...['Select', 'Dropdown', 'Radio'].map((type) => {
    const choice = { options: [{ label: lit('A'), value: 'a' }], selections: { literalArray: ['a'] } }
    return v8(
      `22 ${type} in v0.8`,
      [{ [type]: choice }, { MultipleChoice: { ...choice, maxAllowedSelections: 1 } }],
      [`/component/${type}`, 'MultipleChoice'],
    )
  }),
  v9(
    '23 a secondary button',
    [button9({ variant: 'secondary' }), button9({ variant: 'default' })],
    ['/variant', 'default'],
    {},
    ['t'],
  ),
  v9(
    '23 a text button',
    [button9({ variant: 'text' }), button9({ variant: 'borderless' })],
    ['/variant', 'borderless'],
    {},
    ['t'],
  ),
  v9('24 primary', [button9({ primary: true }), button9({ variant: 'primary' })], ['/primary', 'variant'], {}, ['t']),
  v9(
    '25 text of a button',
    [
      { component: 'Button', text: 'Go', action },
      { component: 'Button', child: 't', action },
    ],
    ['/text', 'child'],
    {},
    [],
    ['t'],
  ),
  v9(
    '25 label of a button',
    [
      { component: 'Button', label: 'Go', action },
      { component: 'Button', child: 't', action },
    ],
    ['/label', 'child'],
    {},
    [],
    ['t'],
  ),
  v8(
    '25 label of a button in v0.8',
    [{ Button: { label: lit('Go'), action: { name: 'go' } } }, button8({})],
    ['/component/Button/label', 'child'],
    {},
    [],
    ['t'],
  ),
  v9(
    '26 children of a card',
    [
      { component: 'Card', children: ['t'] },
      { component: 'Card', child: 't' },
    ],
    ['/children', 'child'],
    { drawn: ['child', child('t')] },
    ['t'],
  ),
  v8(
    '26 children of a button in v0.8',
    [{ Button: { children: { explicitList: ['t'] }, action: { name: 'go' } } }, button8({})],
    ['/component/Button/children', 'child'],
    {},
    ['t'],
  ),
  v9(
    '27 child of a row',
    [
      { component: 'Row', child: 't' },
      { component: 'Row', children: ['t'] },
    ],
    ['/child', 'children'],
    { drawn: ['children', children('t')] },
    ['t'],
  ),
  v8(
    '27 child of a column in v0.8',
    [{ Column: { child: 't' } }, { Column: { children: { explicitList: ['t'] } } }],
    ['/component/Column/child', 'children'],
    {},
    ['t'],
  ),
  v9(
    '28 an action with a name',
    [button9({ action: { name: 'go' } }), button9({})],
    ['/action', '"event": {"name": "go"'],
    { drawn: ['child', child('t')] },
    ['t'],
  ),
  v9(
    '29 an event as a text',
    [button9({ action: { event: 'go' } }), button9({})],
    ['/action/event', '{"name": "go"'],
    {},
    ['t'],
  ),
  v9(
    '30 an action with a call',
    [
      button9({ action: { call: 'openUrl', args: { url: 'https://a.example' } } }),
      button9({ action: { functionCall: { call: 'openUrl', args: { url: 'https://a.example' } } } }),
    ],
    ['/action', '{"functionCall": {"call": "openUrl"'],
    { drawn: ['child', child('t')] },
    ['t'],
  ),
  v9(
    '31 onClick',
    [without(button9({ onClick: action }), 'action'), button9({})],
    ['/onClick', 'action'],
    { drawn: ['child', child('t')] },
    ['t'],
  ),
  v9('31 on', [without(button9({ on: action }), 'action'), button9({})], ['/on', 'action'], {}, ['t']),
  v8(
    '31 onClick in v0.8',
    [{ Button: { child: 't', onClick: { name: 'go' } } }, button8({})],
    ['/component/Button/onClick', 'action'],
    { drawn: ['child', child('t')] },
    ['t'],
  ),
  v9(
    '32 context as a list',
    [
      button9({ action: { event: { name: 'go', context: [{ key: 'a', value: 1 }] } } }),
      button9({ action: { event: { name: 'go', context: { a: 1 } } } }),
    ],
    ['/action/event/context', '{"a": '],
    {},
    ['t'],
  ),
  v9('33 props', [{ component: 'Text', props: { text: 'x' } }, text9({})], ['/props', 'beside "id"'], {}),
  v9(
    '33 properties',
    [{ component: 'Text', properties: { text: 'x' } }, text9({})],
    ['/properties', 'beside "id"'],
    {},
  ),
  v9('34 type', [{ type: 'Text', text: 'x' }, text9({})], ['/type', 'component'], { drawn: ['text', 'x'] }),
  {
    name: '34 type in v0.8',
    ...whole([v08.SU('s', [{ id: 'root', type: 'Text', text: lit('x') }]), v08.BR('s')], surface8(text8(), [])),
    ...{ at: '#1/surfaceUpdate/components/0/type', word: '"component": {"Text": ' },
  },
  v9(
    '35 gap',
    [
      { component: 'Row', children: ['t'], gap: 8 },
      { component: 'Row', children: ['t'] },
    ],
    ['/gap', 'Leave it out'],
    { drawn: ['children', children('t')] },
    ['t'],
  ),
  v9('35 style', [text9({ style: { color: 'red' } }), text9({})], ['/style', 'Leave it out'], { drawn: ['text', 'x'] }),
  v8('35 appearance in v0.8', [text8({ appearance: 'dim' }), text8()], ['/component/Text/appearance', 'Leave it out'], {
    drawn: ['text', 'x'],
  }),
  ...['Heading', 'Title', 'H1'].map((type) =>
    v9(`36 ${type}`, [text9({ component: type }), text9({ variant: 'h1' })], ['/component', 'Text'], {
      drawn: ['text', 'x'],
    }),
  ),
  ...['Stack', 'VStack', 'Box', 'Container'].map((type) =>
    v9(
      `37 ${type}`,
      [
        { component: type, children: ['t'] },
        { component: 'Column', children: ['t'] },
      ],
      ['/component', 'Column'],
      { drawn: ['children', children('t')] },
      ['t'],
    ),
  ),
  v9(
    '37 HStack',
    [
      { component: 'HStack', children: ['t'] },
      { component: 'Row', children: ['t'] },
    ],
    ['/component', 'Row'],
    { drawn: ['children', children('t')] },
    ['t'],
  ),
  ...['Input', 'Textarea'].map((type) =>
    v9(
      `38 ${type}`,
      [field({ component: type }), field(type === 'Textarea' ? { variant: 'longText' } : {})],
      ['/component', 'TextField'],
      { drawn: ['label', 'l'] },
    ),
  ),
  ...['Checkbox', 'Switch'].map((type) =>
    v9(
      `39 ${type}`,
      [
        { component: type, label: 'l', value: bound },
        { component: 'CheckBox', label: 'l', value: bound },
      ],
      ['/component', 'CheckBox'],
      { drawn: ['label', 'l'] },
    ),
  ),
  ...['Dialog', 'Drawer'].map((type) =>
    v9(
      `40 ${type}`,
      [
        { component: type, trigger: 't', content: 'u' },
        { component: 'Modal', trigger: 't', content: 'u' },
      ],
      ['/component', 'Modal'],
      { drawn: ['trigger', child('t')] },
      ['t', 'u'],
    ),
  ),
  v9('41 Separator', [{ component: 'Separator' }, { component: 'Divider' }], ['/component', 'Divider'], {}),
  v8('41 Separator in v0.8', [{ Separator: {} }, { Divider: {} }], ['/component/Separator', 'Divider'], {}),
  v9(
    '42 arrow_back',
    [
      { component: 'Icon', name: 'arrow_back' },
      { component: 'Icon', name: 'arrowBack' },
    ],
    ['/name', 'arrowBack'],
    {},
  ),
  v8(
    '42 arrow_back in v0.8',
    [{ Icon: { name: lit('arrow_back') } }, { Icon: { name: lit('arrowBack') } }],
    ['/component/Icon/name/literalString', 'arrowBack'],
    {},
  ),
  v9(
    '43 space-between',
    [
      { component: 'Row', children: ['t'], justify: 'space-between' },
      { component: 'Row', children: ['t'], justify: 'spaceBetween' },
    ],
    ['/justify', 'spaceBetween'],
    {},
    ['t'],
  ),
  v9(
    '44 scale-down',
    [
      { component: 'Image', url: 'https://a.example/a.png', fit: 'scale-down' },
      { component: 'Image', url: 'https://a.example/a.png', fit: 'scaleDown' },
    ],
    ['/fit', 'scaleDown'],
    {},
  ),
  v8(
    '44 scaleDown in v0.8',
    [
      { Image: { url: lit('https://a.example/a.png'), fit: 'scaleDown' } },
      { Image: { url: lit('https://a.example/a.png'), fit: 'scale-down' } },
    ],
    ['/component/Image/fit', 'scale-down'],
    {},
  ),
  {
    name: '45 a root of another name',
    ...whole([CS('s'), UC('s', [T('main', 'x')])], [CS('s'), UC('s', [T('root', 'x')])]),
    ...{ at: '#2/updateComponents/components/0/id', word: 'root' },
  },
  {
    name: '46 no beginRendering',
    ...whole([v08.SU('s', [v08.T('root', 'x')])], [v08.SU('s', [v08.T('root', 'x')]), v08.BR('s')]),
    ...{ at: '#1', word: 'beginRendering' },
  },
  {
    name: '47 no createSurface',
    ...whole([UC('s', [T('root', 'x')]), UD('s', '/a', 1)], [CS('s'), UC('s', [T('root', 'x')]), UD('s', '/a', 1)]),
    ...{ at: '#1/updateComponents/surfaceId', word: 'createSurface' },
  },
  {
    name: '47 createSurface twice',
    ...whole([CS('s'), UC('s', [T('root', 'x')]), CS('s')], [CS('s'), UC('s', [T('root', 'x')])]),
    ...{ at: '#3/createSurface/surfaceId', word: 'Leave it out' },
  },
  {
    name: '48 surfaceUpdate',
    ...whole(
      [CS('s'), { version: 'v0.9', surfaceUpdate: { surfaceId: 's', components: [T('root', 'x')] } }],
      [CS('s'), UC('s', [T('root', 'x')])],
    ),
    ...{ at: '#2/surfaceUpdate', word: 'updateComponents' },
  },
  {
    name: '48 dataModelUpdate',
    ...whole(
      [
        CS('s'),
        UC('s', [T('root', 'x')]),
        { version: 'v0.9', dataModelUpdate: { surfaceId: 's', path: '/a', value: 1 } },
      ],
      [CS('s'), UC('s', [T('root', 'x')]), UD('s', '/a', 1)],
    ),
    ...{ at: '#3/dataModelUpdate', word: 'updateDataModel' },
  },
  {
    name: '49 contents',
    ...whole(
      [
        CS('s'),
        UC('s', [T('root', 'x')]),
        { version: 'v0.9', updateDataModel: { surfaceId: 's', contents: [{ key: 'a', valueString: 'x' }] } },
      ],
      [CS('s'), UC('s', [T('root', 'x')]), UD('s', '/', { a: 'x' })],
    ),
    ...{ at: '#3/updateDataModel/contents', word: 'value' },
  },
  {
    name: '50 no version',
    ...whole([without(CS('s'), 'version'), UC('s', [T('root', 'x')])], [CS('s'), UC('s', [T('root', 'x')])]),
    ...{ at: '#1/version', word: 'v0.9' },
  },
  {
    name: '50 another version',
    ...whole([{ ...CS('s'), version: '1.0' }, UC('s', [T('root', 'x')])], [CS('s'), UC('s', [T('root', 'x')])]),
    ...{ at: '#1/version', word: 'v0.9' },
  },
  {
    name: '52 an absolute path in a template',
    ...whole(list({ path: '/name' }), list({ path: 'name' })),
    ...{ at: '#2/updateComponents/components/1/text/path', word: 'name', severity: 'warning' },
  },
  {
    name: '52 the path of one item in a template',
    ...whole(list({ path: '/items/0/name' }), list({ path: 'name' })),
    ...{ at: '#2/updateComponents/components/1/text/path', word: 'name', severity: 'warning' },
  },
  v9('53 an input without a path', [field({ value: '' }), field({})], ['/value', '"path"'], { severity: 'warning' }),
  v9('54 a path for a word', [text9({ variant: { path: '/v' } }), text9({ variant: 'h1' })], ['/variant', 'h1']),
  v8(
    '54 a path for a word in v0.8',
    [text8({ usageHint: { path: '/v' } }), text8({ usageHint: 'h1' })],
    ['/component/Text/usageHint', 'h1'],
  ),
  {
    name: '55 weight among the properties',
    ...whole(surface8(text8({ weight: 1 }), []), surface8(text8(), [], { weight: 1 })),
    ...{ at: '#1/surfaceUpdate/components/0/component/Text/weight', word: 'beside "id"' },
  },
  v9('56 no label', [{ component: 'TextField', value: bound }, field({})], ['/label', 'label']),
  v9('56 no url', [{ component: 'Image' }, { component: 'Image', url: 'https://a.example/a.png' }], ['/url', 'url']),
  v9('56 no action', [without(button9({}), 'action'), button9({})], ['/action', 'action'], {}, ['t']),
  v8('56 no action in v0.8', [{ Button: { child: 't' } }, button8({})], ['/component/Button/action', 'action'], {}, [
    't',
  ]),
  {
    name: '57 an id twice',
    ...whole(
      [CS('s'), UC('s', [{ id: 'root', component: 'Row', children: ['a'] }, T('a', '1'), T('a', '2')])],
      [CS('s'), UC('s', [{ id: 'root', component: 'Row', children: ['a', 'b'] }, T('a', '1'), T('b', '2')])],
    ),
    ...{ at: '#2/updateComponents/components/2/id', word: 'id of its own' },
  },
  v9(
    '57 a component in itself',
    [
      { component: 'Card', child: 'root' },
      { component: 'Card', child: 't' },
    ],
    ['/child', 'root'],
    {},
    ['t'],
  ),
  {
    name: '57 a cycle',
    ...whole(
      [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Card', child: 'a' },
          { id: 'a', component: 'Card', child: 'root' },
        ]),
      ],
      [CS('s'), UC('s', [{ id: 'root', component: 'Card', child: 'a' }, T('a', 'x')])],
    ),
    ...{ at: '#2/updateComponents/components/1/child', word: 'root' },
  },
  v9(
    '57 a child that is not there',
    [
      { component: 'Row', children: ['t', 'u'] },
      { component: 'Row', children: ['t'] },
    ],
    ['/children/1', 'u'],
    {},
    ['t'],
  ),
  {
    name: '57 a component without a parent',
    ...whole([CS('s'), UC('s', [T('root', 'x'), T('a', 'x')])], [CS('s'), UC('s', [T('root', 'x')])]),
    ...{ at: '#2/updateComponents/components/1/id', word: 'children', severity: 'warning' },
  },
]

/** An id by which others call the basic catalog. */
export const olderCatalogId: string = catalogId.replace('/catalogs/basic/catalog.json', '/basic_catalog.json')
