// Slips that agents make, each as one change of a right answer. They play alone and together: `apply` keeps their order.
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import type { Answer, Part, Version } from './answers.ts'

/** An answer on its way to a text. */
interface Draft {
  readonly version: Version
  readonly surfaceId: string
  readonly parts: readonly Part[]
  readonly data: JsonObject
  /** How a component is written. */
  readonly form: (part: Part) => JsonValue
  /** Messages, once they are made. */
  readonly messages: readonly JsonValue[]
}

type Stage = 'value' | 'part' | 'inline' | 'type' | 'form' | 'message' | 'data' | 'envelope' | 'text'

export interface Slip {
  readonly name: string
  readonly stage: Stage
  /** Slips of one group exclude one another. */
  readonly group: string
  /** Only of this version. */
  readonly of?: Version
  readonly change: (draft: Draft, random: () => number) => Draft | string
  /** The name of a press is free. */
  readonly namesFree?: true
  /** What is entered may be known under another name: contexts are not compared. */
  readonly contextFree?: true
  /** What is entered at first is free. */
  readonly statesFree?: true
}

const stages: readonly Stage[] = ['value', 'part', 'inline', 'type', 'form', 'message', 'data', 'envelope', 'text']
const ids = { 'v0.9': 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' }

const parted = ({ id, type, bag }: Part, version: Version): JsonValue =>
  version === 'v0.9' ? { id, component: type, ...bag } : { id, component: { [type]: bag } }

function contentsOf(data: JsonObject): readonly JsonValue[] {
  const typed = (value: JsonValue): JsonObject => {
    if (typeof value === 'string') return { valueString: value }
    if (typeof value === 'number') return { valueNumber: value }
    if (typeof value === 'boolean') return { valueBoolean: value }
    const entries = Array.isArray(value)
      ? value.map((one, index) => [`${index}`, one] as const)
      : Object.entries(value as JsonObject)
    return { valueMap: entries.map(([key, one]) => ({ key, ...typed(one) })) }
  }
  return Object.entries(data).map(([key, value]) => ({ key, ...typed(value) }))
}

function messagesOf({ version, surfaceId, parts, data, form }: Draft): readonly JsonValue[] {
  const components = parts.map(form)
  const hasData = Object.keys(data).length > 0
  if (version === 'v0.9')
    return [
      { version, createSurface: { surfaceId, catalogId: ids['v0.9'] } },
      { version, updateComponents: { surfaceId, components } },
      ...(hasData ? [{ version, updateDataModel: { surfaceId, path: '/', value: data } }] : []),
    ]
  return [
    { surfaceUpdate: { surfaceId, components } },
    ...(hasData ? [{ dataModelUpdate: { surfaceId, contents: contentsOf(data) } }] : []),
    { beginRendering: { surfaceId, root: 'root' } },
  ]
}

/** The text of an answer with these slips; `undefined`: one of them changes nothing. */
export function slipped(
  { version, surfaceId, parts, data }: Answer,
  slips: readonly Slip[],
  random: () => number,
): string | undefined {
  let draft: Draft = { ...{ version, surfaceId, parts, data, messages: [] }, form: (part) => parted(part, version) }
  let text: string | undefined
  for (const stage of stages) {
    if (stage === 'message') draft = { ...draft, messages: messagesOf(draft) }
    for (const slip of slips.filter((one) => one.stage === stage)) {
      if (slip.of && slip.of !== version) return undefined
      if (text !== undefined) return undefined
      const before = written(draft)
      let changed: Draft | string
      try {
        changed = slip.change(draft, random)
      } catch {
        // Another slip has taken away what this one changes.
        return undefined
      }
      if (typeof changed === 'string') text = changed
      else {
        if (stage !== 'form' && written(changed) === before) return undefined
        draft = changed
      }
    }
  }
  return text ?? linesOf(draft.messages)
}

const linesOf = (messages: readonly JsonValue[]): string =>
  messages.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')
const written = (draft: Draft): string => JSON.stringify([draft.parts, draft.data, draft.messages])

// --- changes of components -----------------------------------------------------------------------------------------------

type BagChange = (bag: JsonObject, part: Part, draft: Draft) => JsonObject | Part | readonly Part[]

/** Changes components of these types; `*`: of all. */
function parts(types: string, change: BagChange): Slip['change'] {
  return (draft) => ({
    ...draft,
    parts: draft.parts.flatMap((part) => {
      if (types !== '*' && !types.split(' ').includes(part.type)) return [part]
      const changed = change(part.bag, part, draft)
      if (Array.isArray(changed)) return changed as readonly Part[]
      return 'id' in changed && 'bag' in changed ? [changed as Part] : [{ ...part, bag: changed as JsonObject }]
    }),
  })
}

const without = ({ ...bag }: { [name: string]: JsonValue }, ...names: readonly string[]): JsonObject => {
  for (const name of names) delete bag[name]
  return bag
}
const renamed = (bag: JsonObject, from: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(bag).map(([name, value]) => [name === from ? to : name, value]))
const plain = (value: JsonValue | undefined): JsonValue => {
  if (typeof value !== 'object' || value === null) return value ?? null
  const [[name, inner] = ['', null]] = Object.entries(value as JsonObject)
  return /^literal/.test(name) ? inner : value
}
const said = (draft: Draft, id: JsonValue | undefined): JsonValue =>
  plain(draft.parts.find((one) => one.id === id)?.bag['text'])
const literal = (draft: Pick<Draft, 'version'>, value: JsonValue): JsonValue =>
  draft.version === 'v0.8' && typeof value === 'string' ? { literalString: value } : value
const isPath = (value: JsonValue | undefined): value is { readonly path: string } =>
  typeof (value as JsonObject | undefined)?.['path'] === 'string'
const isTemplate = (bag: JsonObject): boolean => /"(path|dataBinding)":/.test(JSON.stringify(bag['children'] ?? null))
/** Components that stand within a list item. */
function inItems({ parts: all }: Draft): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (id: string): void => {
    found.add(id)
    for (const { id: other } of all) if (other.startsWith(`${id}_`)) found.add(other)
  }
  for (const { bag } of all) {
    const id = /"componentId":"([^"]+)"/.exec(JSON.stringify(bag['children'] ?? null))?.[1]
    if (id) walk(id)
  }
  return found
}
/** Changes each binding, wherever it stands. */
function bindings(
  change: (path: string, isOfItem: boolean) => JsonValue,
  where: (name: string) => boolean = () => true,
): Slip['change'] {
  return (draft) => {
    const items = inItems(draft)
    const changed = (value: JsonValue, name: string, ofItem: boolean): JsonValue => {
      if (Array.isArray(value)) return value.map((one) => changed(one, name, ofItem))
      if (typeof value !== 'object' || value === null) return value
      if (isPath(value) && Object.keys(value).length === 1) return where(name) ? change(value.path, ofItem) : value
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, key === 'children' ? one : changed(one, key, ofItem)]),
      )
    }
    return {
      ...draft,
      parts: draft.parts.map((part) => ({ ...part, bag: changed(part.bag, '', items.has(part.id)) as JsonObject })),
    }
  }
}
/** Changes the path of each template. */
function templates(change: (path: string, componentId: string, draft: Draft) => JsonValue): Slip['change'] {
  return parts('*', (bag, _, draft) => {
    if (!isTemplate(bag)) return bag
    const wire = JSON.stringify(bag['children'])
    const [, componentId = ''] = /"componentId":"([^"]+)"/.exec(wire) ?? []
    const [, path = ''] = /"(?:path|dataBinding)":"([^"]+)"/.exec(wire) ?? []
    return { ...bag, children: change(path, componentId, draft) }
  })
}
const templateOf = (draft: Pick<Draft, 'version'>, componentId: string, path: string): JsonValue =>
  draft.version === 'v0.8' ? { template: { componentId, dataBinding: path } } : { componentId, path }

const slips: Slip[] = []
function add(stage: Stage, group: string, name: string, change: Slip['change'], more: Partial<Slip> = {}): void {
  slips.push({ name, stage, group, change, ...more })
}

// --- values and paths ----------------------------------------------------------------------------------------------------

for (const [name, write] of Object.entries({
  '{{/x}}': (path: string) => `{{${path}}}`,
  '{{x}}': (path: string) => `{{${path.replace(/^\//, '').replaceAll('/', '.')}}}`,
  '{{ x }}': (path: string) => `{{ ${path} }}`,
  '${/x}': (path: string) => `\${${path}}`,
  '"/x"': (path: string) => path,
})) {
  add(
    'value',
    'path',
    `bindings as ${name}`,
    bindings((path, ofItem) => (name === '"/x"' && ofItem ? { path } : write(path))),
  )
  add(
    'value',
    'path',
    `texts bound as ${name}`,
    bindings(
      (path, ofItem) => (name === '"/x"' && ofItem ? { path } : write(path)),
      (key) => key === 'text',
    ),
  )
  add(
    'value',
    'path',
    `{path: ${name}}`,
    bindings((path) => ({ path: write(path) })),
  )
  if (name !== '"/x"')
    add(
      'value',
      'path',
      `{literalString: ${name}}`,
      bindings(
        (path) => ({ literalString: write(path) }),
        (key) => key === 'text',
      ),
    )
}
for (const member of [
  'binding',
  'bind',
  'dataBinding',
  'ref',
  '$ref',
  'dataPath',
  'model',
  'data',
  '$path',
  'value',
  'key',
  'bindTo',
  'from',
  'source',
])
  add(
    'value',
    'path',
    `{${member}: path}`,
    bindings((path, ofItem) => (ofItem && member === 'value' ? { path } : { [member]: path })),
  )
add(
  'value',
  'path',
  'a literal beside the path',
  bindings((path) => ({ path, literalString: '' })),
  { of: 'v0.9' },
)
for (const [name, write] of Object.entries<(path: string) => string>({
  '/x': (path) => `/${path}`,
  './x': (path) => `./${path}`,
  'item.x': (path) => `item.${path.replaceAll('/', '.')}`,
  '/item/x': (path) => `/item/${path}`,
  'item/x': (path) => `item/${path}`,
  '$item.x': (path) => `$item.${path.replaceAll('/', '.')}`,
  'x.y': (path) => path.replaceAll('/', '.'),
  '$.x': (path) => `$.${path.replaceAll('/', '.')}`,
  '@item.x': (path) => `@item.${path}`,
}))
  add(
    'value',
    'itemPath',
    `in items ${name}`,
    bindings((path, ofItem) => ({ path: ofItem ? write(path) : path })),
  )
for (const [name, write] of Object.entries<(list: string, path: string) => string>({
  '/list/*/x': (list, path) => `${list}/*/${path}`,
  '/list/0/x': (list, path) => `${list}/0/${path}`,
  '/list/[]/x': (list, path) => `${list}/[]/${path}`,
  '/list[*].x': (list, path) => `${list}[*].${path}`,
  '/list/{index}/x': (list, path) => `${list}/{index}/${path}`,
  '/list/-/x': (list, path) => `${list}/-/${path}`,
  '*/x': (_, path) => `*/${path}`,
}))
  add('value', 'itemPath', `in items ${name}`, (draft, random) => {
    const list =
      /"(?:path|dataBinding)":"(\/\w+)"[^}]*}}?}?$/.exec(
        JSON.stringify(draft.parts.find(({ bag }) => isTemplate(bag))?.bag['children'] ?? null),
      )?.[1] ?? '/'
    const count = JSON.stringify(draft.parts).split('componentId').length
    if (count !== 2) return draft
    return bindings((path, ofItem) => ({ path: ofItem ? write(list, path) : path }))(draft, random)
  })
for (const [name, write] of Object.entries<(path: string) => string>({
  'without slash': (path) => path.replace(/^\//, ''),
  '$.x': (path) => `$.${path.slice(1).replaceAll('/', '.')}`,
  $x: (path) => `$${path}`,
  'data.x': (path) => `data.${path.slice(1).replaceAll('/', '.')}`,
  '/data/x': (path) => `/data${path}`,
  '#/x': (path) => `#${path}`,
  'x.y': (path) => path.slice(1).replaceAll('/', '.'),
  '/x/': (path) => `${path}/`,
  '//x': (path) => `/${path}`,
  '/x.y': (path) => `/${path.slice(1).replaceAll('/', '.')}`,
}))
  add(
    'value',
    'rootPath',
    `paths ${name}`,
    bindings((path, ofItem) => ({ path: ofItem ? path : write(path) })),
  )

// --- components ----------------------------------------------------------------------------------------------------------

add(
  'part',
  'children',
  'children as JSON text',
  parts('Row Column List', (bag) =>
    isTemplate(bag)
      ? bag
      : { ...bag, children: JSON.stringify((bag['children'] as JsonObject)['explicitList'] ?? bag['children'] ?? []) },
  ),
)
add('part', 'children', 'children in the form of the other version', (draft, random) =>
  parts('*', (bag) => {
    const { children } = bag
    if (!children) return bag
    if (isTemplate(bag)) return bag
    return {
      ...bag,
      children:
        draft.version === 'v0.9' ? { explicitList: children } : ((children as JsonObject)['explicitList'] as JsonValue),
    }
  })(draft, random),
)
add(
  'part',
  'template',
  'templates in the form of the other version',
  templates((path, componentId, { version }) =>
    templateOf({ version: version === 'v0.9' ? 'v0.8' : 'v0.9' }, componentId, path),
  ),
)
for (const [name, write] of Object.entries<(path: string, id: string) => JsonValue>({
  '{template: {componentId, path}}': (path, componentId) => ({ template: { componentId, path } }),
  '{template, path}': (path, template) => ({ template, path }),
  '{template, data}': (path, template) => ({ template, data: path }),
  '{path: {path}}': (path, componentId) => ({ componentId, path: { path } }),
  '{componentId, dataBinding}': (path, componentId) => ({ componentId, dataBinding: path }),
  '{templateId, path}': (path, templateId) => ({ templateId, path }),
  '{component, each}': (path, component) => ({ component, each: path }),
  'path with *': (path, componentId) => ({ componentId, path: `${path}/*` }),
  'path with /0': (path, componentId) => ({ componentId, path: path.replace(/^\//, '') }),
  '{{path}}': (path, componentId) => ({ componentId, path: `{{${path}}}` }),
  '{componentId, items: {path}}': (path, componentId) => ({ componentId, items: { path } }),
  '[template]': (path, componentId) => [{ componentId, path }],
  'explicitList and template': (path, componentId) => ({
    explicitList: [],
    template: { componentId, dataBinding: path },
  }),
}))
  add('part', 'template', `templates as ${name}`, templates(write))
for (const name of ['items', 'content', 'elements', 'components', 'child', 'childIds', 'contents', 'childrenIds'])
  add(
    'part',
    'children',
    `"${name}" for children`,
    parts('Row Column List', (bag) => renamed(bag, 'children', name)),
  )
add(
  'part',
  'children',
  'one child as its id',
  parts('Row Column', (bag) => {
    const list = ((bag['children'] as JsonObject)['explicitList'] ?? bag['children']) as JsonValue
    return Array.isArray(list) && list.length === 1 ? { ...bag, children: list[0] as string } : bag
  }),
)
add(
  'part',
  'children',
  'children as {id}',
  parts('Row Column List', (bag) =>
    isTemplate(bag)
      ? bag
      : {
          ...bag,
          children: (((bag['children'] as JsonObject)['explicitList'] ?? bag['children']) as readonly string[]).map(
            (id) => ({ id }),
          ),
        },
  ),
)
add(
  'part',
  'children',
  'children as {componentId}',
  parts('Row Column List', (bag) =>
    isTemplate(bag)
      ? bag
      : {
          ...bag,
          children: (((bag['children'] as JsonObject)['explicitList'] ?? bag['children']) as readonly string[]).map(
            (componentId) => ({ componentId }),
          ),
        },
  ),
)

// Buttons
const buttonWith =
  (change: (text: JsonValue, draft: Draft) => JsonObject): Slip['change'] =>
  (draft, random) => {
    const own = new Set(draft.parts.filter(({ type }) => type === 'Button').map(({ bag }) => bag['child']))
    if ([...own].some((id) => typeof said(draft, id) !== 'string')) return draft
    const changed = parts('Button', (bag, _, whole) => ({
      ...without(bag, 'child'),
      ...change(said(whole, bag['child']), whole),
    }))(draft, random) as Draft
    return { ...changed, parts: changed.parts.filter(({ id }) => !own.has(id)) }
  }
for (const name of [
  'label',
  'text',
  'title',
  'content',
  'name',
  'value',
  'caption',
  'child',
  'children',
  'buttonText',
  'labelText',
])
  add(
    'part',
    'button',
    `a button's "${name}"`,
    buttonWith((text, draft) => ({ [name]: literal(draft, text) })),
  )
for (const name of ['label', 'text', 'child', 'title'])
  add(
    'part',
    'button',
    `a button's plain "${name}"`,
    buttonWith((text) => ({ [name]: text })),
  )
for (const name of ['label', 'text', 'child'])
  add(
    'part',
    'button',
    `a button's "${name}" as {literalString}`,
    buttonWith((text) => ({ [name]: { literalString: text } })),
    { of: 'v0.9' },
  )
for (const [name, write] of Object.entries<(text: JsonValue) => JsonValue>({
  '{component}': (text) => ({ component: 'Text', text }),
  '{type}': (text) => ({ type: 'Text', text }),
  '{Text}': (text) => ({ Text: { text: { literalString: text } } }),
  '{component: {Text}}': (text) => ({ component: { Text: { text: { literalString: text } } } }),
  '{id, component}': (text) => ({
    id: `b-${String(text).length}-${String(text).charCodeAt(0)}`,
    component: 'Text',
    text,
  }),
  '{type, props}': (text) => ({ type: 'Text', props: { text } }),
  '{text}': (text) => ({ text }),
  list: (text) => [{ component: 'Text', text }],
  'list of text': (text) => [text],
}))
  for (const member of ['child', 'children'])
    add(
      'part',
      'button',
      `a button's ${member} in place as ${name}`,
      buttonWith((text) => ({ [member]: write(text) })),
    )
for (const name of ['children', 'content', 'contentId', 'childId', 'label', 'labelId'])
  add(
    'part',
    'button',
    `a button's child as "${name}"`,
    parts('Button', (bag) => renamed(bag, 'child', name)),
  )
add(
  'part',
  'button',
  "a button's children list",
  parts('Button', (bag) => ({ ...without(bag, 'child'), children: [bag['child'] as string] })),
)
add(
  'part',
  'button',
  "a button's {explicitList}",
  parts('Button', (bag) => ({ ...without(bag, 'child'), children: { explicitList: [bag['child'] as string] } })),
)
for (const [name, value] of [
  ['variant', 'secondary'],
  ['variant', 'text'],
  ['variant', 'outlined'],
  ['variant', 'ghost'],
  ['variant', 'Primary'],
  ['primary', true],
  ['primary', 'true'],
  ['style', 'primary'],
  ['kind', 'danger'],
  ['variant', 'filled'],
  ['usageHint', 'primary'],
] as const)
  add(
    'part',
    'variant',
    `a button's ${name} ${value}`,
    parts('Button', (bag) => ({ ...bag, [name]: value })),
  )

// Actions
const eventIn = (
  bag: JsonObject,
): { readonly name: string; readonly context: readonly (readonly [string, JsonValue])[] } => {
  const action = bag['action'] as JsonObject
  const { name, context = {} } = (action['event'] ?? action) as {
    name: string
    context?: JsonObject | readonly JsonObject[]
  }
  return {
    name,
    context: Array.isArray(context)
      ? context.map((one) => [one['key'] as string, one['value'] as JsonValue])
      : Object.entries(context),
  }
}
const asMap = (context: readonly (readonly [string, JsonValue])[]): JsonObject => Object.fromEntries(context)
const asPlain = (context: readonly (readonly [string, JsonValue])[]): JsonObject =>
  Object.fromEntries(context.map(([key, value]) => [key, plain(value)]))
type Event = ReturnType<typeof eventIn>
const withContext = (context: Event['context'], name = 'context'): JsonObject =>
  context.length > 0 ? { [name]: asMap(context) } : {}
for (const [name, write] of Object.entries<(event: Event) => JsonObject>({
  '{name, context}': ({ name, context }) => ({ action: { name, ...withContext(context) } }),
  '{event: {name, context}}': ({ name, context }) => ({ action: { event: { name, ...withContext(context) } } }),
  '{event: name, context}': ({ name, context }) => ({ action: { event: name, ...withContext(context) } }),
  '{name, context as a list}': ({ name, context }) => ({
    action: { name, context: context.map(([key, value]) => ({ key, value })) },
  }),
  '{event, context as a list}': ({ name, context }) => ({
    action: { event: { name, context: context.map(([key, value]) => ({ key, value: plain(value) })) } },
  }),
  '{name, context as {name, value}}': ({ name, context }) => ({
    action: { name, context: context.map(([key, value]) => ({ name: key, value })) },
  }),
  '{name, context as pairs}': ({ name, context }) => ({
    action: { name, context: context.map(([key, value]) => ({ [key]: plain(value) })) },
  }),
  '{type, context}': ({ name, context }) => ({ action: { type: name, ...withContext(context) } }),
  '{type: "event", name}': ({ name, context }) => ({ action: { type: 'event', name, ...withContext(context) } }),
  '{type: "submit", event}': ({ name, context }) => ({
    action: { type: 'submit', event: name, ...withContext(context, 'data') },
  }),
  '{tool, arguments}': ({ name, context }) => ({ action: { tool: name, ...withContext(context, 'arguments') } }),
  '{tool, args}': ({ name, context }) => ({ action: { tool: name, ...withContext(context, 'args') } }),
  '{type: "tool", tool, params}': ({ name, context }) => ({
    action: { type: 'tool', tool: name, ...withContext(context, 'params') },
  }),
  '{type: "tool_call", name, arguments}': ({ name, context }) => ({
    action: { type: 'tool_call', name, ...withContext(context, 'arguments') },
  }),
  '{function: {name, arguments}}': ({ name, context }) => ({
    action: { function: { name, ...withContext(context, 'arguments') } },
  }),
  '{function: {name, arguments as text}}': ({ name, context }) => ({
    action: { function: { name, arguments: JSON.stringify(asMap(context)) } },
  }),
  '{action, payload}': ({ name, context }) => ({ action: { action: name, ...withContext(context, 'payload') } }),
  '{actionId, data}': ({ name, context }) => ({ action: { actionId: name, ...withContext(context, 'data') } }),
  '{eventName, eventData}': ({ name, context }) => ({
    action: { eventName: name, ...withContext(context, 'eventData') },
  }),
  '{id, parameters}': ({ name, context }) => ({ action: { id: name, ...withContext(context, 'parameters') } }),
  '{userAction: {name, context}}': ({ name, context }) => ({
    action: { userAction: { name, ...withContext(context) } },
  }),
  '{onClick: {event}}': ({ name, context }) => ({ action: { onClick: { event: { name, ...withContext(context) } } } }),
  '{name, context as text}': ({ name, context }) => ({ action: { name, context: JSON.stringify(asPlain(context)) } }),
  '{name, ...context}': ({ name, context }) => ({ action: { name, ...without(asMap(context), 'name') } }),
  'onClick {name}': ({ name, context }) => ({ onClick: { name, ...withContext(context) } }),
  'onPress {event}': ({ name, context }) => ({ onPress: { event: { name, ...withContext(context) } } }),
  'on {click}': ({ name, context }) => ({ on: { click: { name, ...withContext(context) } } }),
  'on {press: {action, params}}': ({ name, context }) => ({
    on: { press: { action: name, ...withContext(context, 'params') } },
  }),
  'onTap, event': ({ name, context }) => ({ onTap: { event: name, ...withContext(context) } }),
  'actions [..]': ({ name, context }) => ({ actions: [{ name, ...withContext(context) }] }),
  'action [..]': ({ name, context }) => ({ action: [{ event: { name, ...withContext(context) } }] }),
  'event {name}': ({ name, context }) => ({ event: { name, ...withContext(context) } }),
  'action JSON text': ({ name, context }) => ({ action: JSON.stringify({ event: { name, ...withContext(context) } }) }),
  'action and context beside': ({ name, context }) => ({ action: name, ...withContext(context) }),
  'actionName and context beside': ({ name, context }) => ({ actionName: name, ...withContext(context) }),
  '{event: {type, payload}}': ({ name, context }) => ({
    action: { event: { type: name, ...withContext(context, 'payload') } },
  }),
  '{event: {name, params}}': ({ name, context }) => ({
    action: { event: { name, ...withContext(context, 'params') } },
  }),
  '{action: {name, parameters list}}': ({ name, context }) => ({
    action: { name, parameters: context.map(([key, value]) => ({ key, value })) },
  }),
  '{name, context: {key: "/path"}}': ({ name, context }) => ({
    action: {
      name,
      context: Object.fromEntries(
        context.map(([key, value]) => [key, isPath(value) && value.path.startsWith('/') ? value.path : value]),
      ),
    },
  }),
  '{name, context: {key: {literalString}}}': ({ name, context }) => ({
    action: {
      name,
      context: Object.fromEntries(
        context.map(([key, value]) => [
          key,
          typeof value === 'string'
            ? { literalString: value }
            : typeof value === 'number'
              ? { literalNumber: value }
              : typeof value === 'boolean'
                ? { literalBoolean: value }
                : value,
        ]),
      ),
    },
  }),
}))
  add(
    'part',
    'action',
    `an action as ${name}`,
    parts('Button', (bag) => ({ ...without(bag, 'action'), ...write(eventIn(bag)) })),
  )
for (const name of [
  'action',
  'onClick',
  'onPress',
  'onSubmit',
  'event',
  'command',
  'tool',
  'actionId',
  'on_click',
  'handler',
])
  add(
    'part',
    'action',
    `"${name}": a name`,
    parts('Button', (bag) => ({ ...without(bag, 'action'), [name]: eventIn(bag).name })),
    { contextFree: true },
  )
add(
  'part',
  'action',
  'no action',
  parts('Button', (bag) => without(bag, 'action')),
  { namesFree: true, contextFree: true },
)
add(
  'part',
  'action',
  'an empty action',
  parts('Button', (bag) => ({ ...bag, action: {} })),
  { namesFree: true, contextFree: true },
)

// Texts
for (const name of [
  'content',
  'value',
  'label',
  'title',
  'body',
  'message',
  'description',
  'markdown',
  'children',
  'child',
  'string',
  'data',
  'caption',
  'heading',
  'txt',
])
  add(
    'part',
    'text',
    `a text's "${name}"`,
    parts('Text', (bag) => renamed(bag, 'text', name)),
  )
add(
  'part',
  'text',
  'texts in the form of the other version',
  parts('*', (bag, _, { version }) =>
    Object.fromEntries(
      Object.entries(bag).map(([name, value]) => [
        name,
        version === 'v0.9'
          ? /^(text|label|url|name|title)$/.test(name) && typeof value === 'string'
            ? { literalString: value }
            : value
          : plain(value),
      ]),
    ),
  ),
)
add(
  'part',
  'text',
  'texts as {literal}',
  parts('Text', (bag) => ({
    ...bag,
    text: typeof plain(bag['text']) === 'string' ? { literal: plain(bag['text']) } : (bag['text'] as JsonValue),
  })),
)
add(
  'part',
  'text',
  'texts as {value}',
  parts('Text', (bag) => ({
    ...bag,
    text: typeof plain(bag['text']) === 'string' ? { value: plain(bag['text']) } : (bag['text'] as JsonValue),
  })),
)
add(
  'part',
  'text',
  'texts as {text}',
  parts('Text', (bag) => ({
    ...bag,
    text: typeof plain(bag['text']) === 'string' ? { text: plain(bag['text']) } : (bag['text'] as JsonValue),
  })),
)
add(
  'part',
  'text',
  'texts as {string}',
  parts('Text', (bag) => ({
    ...bag,
    text: typeof plain(bag['text']) === 'string' ? { stringValue: plain(bag['text']) } : (bag['text'] as JsonValue),
  })),
)
add(
  'part',
  'text',
  'texts as a path',
  parts('Text', (bag) => ({
    ...bag,
    text:
      typeof plain(bag['text']) === 'string' && /\s/.test(String(plain(bag['text'])))
        ? { path: plain(bag['text']) }
        : (bag['text'] as JsonValue),
  })),
)
add(
  'part',
  'text',
  'texts in a list',
  parts('Text', (bag) => ({
    ...bag,
    text: typeof plain(bag['text']) === 'string' ? [plain(bag['text'])] : (bag['text'] as JsonValue),
  })),
)
for (const name of ['variant', 'usageHint', 'textStyle', 'style', 'size', 'level', 'fontSize', 'textVariant'])
  for (const value of ['h2', 'Headline', 'title', 'bodyLarge', 2])
    add(
      'part',
      'textVariant',
      `a text's ${name} ${value}`,
      parts('Text', (bag) => ({ ...without(bag, 'variant', 'usageHint'), [name]: value })),
    )

// Cards
const cardWith =
  (change: (body: Part, whole: Draft) => JsonObject | undefined, dropBody: boolean): Slip['change'] =>
  (draft) => {
    const dropped = new Set<string>()
    const all = draft.parts.map((part) => {
      const body = part.type === 'Card' ? draft.parts.find(({ id }) => id === part.bag['child']) : undefined
      const changed = body && change(body, draft)
      if (!changed || !body) return part
      if (dropBody) dropped.add(body.id)
      return { ...part, bag: { ...without(part.bag, 'child'), ...changed } }
    })
    return { ...draft, parts: all.filter(({ id }) => !dropped.has(id)) }
  }
for (const name of ['children', 'content', 'items', 'components', 'body']) {
  add(
    'part',
    'card',
    `a card's "${name}" of its child`,
    cardWith(({ id }) => ({ [name]: [id] }), false),
  )
  add(
    'part',
    'card',
    `a card's "${name}": all children`,
    cardWith(
      ({ bag, type }) => (type === 'Column' && !isTemplate(bag) ? { [name]: bag['children'] as JsonValue } : undefined),
      true,
    ),
  )
}
add(
  'part',
  'card',
  "a card's child list",
  cardWith(
    ({ bag, type }) =>
      type === 'Column' && !isTemplate(bag)
        ? { child: ((bag['children'] as JsonObject)['explicitList'] ?? bag['children']) as JsonValue }
        : undefined,
    true,
  ),
)
for (const name of ['title', 'heading', 'header', 'label'])
  add('part', 'card', `a card's "${name}" beside its children`, (draft) => {
    const dropped = new Set<string>()
    const all = draft.parts.map((part) => {
      const body = part.type === 'Card' ? draft.parts.find(({ id }) => id === part.bag['child']) : undefined
      const list =
        body && !isTemplate(body.bag) && body.type === 'Column'
          ? (((body.bag['children'] as JsonObject)['explicitList'] ?? body.bag['children']) as readonly string[])
          : []
      const first = draft.parts.find(({ id }) => id === list[0])
      if (!body || first?.type !== 'Text' || isPath(first.bag['text'])) return part
      dropped.add(first.id).add(body.id)
      return {
        ...part,
        bag: { ...without(part.bag, 'child'), [name]: first.bag['text'] as JsonValue, children: list.slice(1) },
      }
    })
    return { ...draft, parts: all.filter(({ id }) => !dropped.has(id)) }
  })

// Inputs
for (const name of [
  'placeholder',
  'name',
  'title',
  'labelText',
  'text',
  'caption',
  'hint',
  'question',
  'prompt',
  'fieldLabel',
  'description',
])
  add(
    'part',
    'label',
    `a label as "${name}"`,
    parts('TextField CheckBox ChoicePicker Slider DateTimeInput', (bag, { type }, { version }) =>
      version === 'v0.8' && type === 'TextField' && name === 'text' ? bag : renamed(bag, 'label', name),
    ),
  )
for (const name of [
  'text',
  'value',
  'checked',
  'selected',
  'selection',
  'selections',
  'binding',
  'bind',
  'path',
  'dataPath',
  'dataBinding',
  'model',
  'valuePath',
  'defaultValue',
  'initialValue',
  'modelValue',
  'field',
  'state',
  'data',
  'bindTo',
  'currentValue',
])
  add(
    'part',
    'input',
    `an input's "${name}"`,
    parts('TextField CheckBox ChoicePicker MultipleChoice Slider DateTimeInput', (bag) => {
      const own = ['value', 'text', 'selections'].find((one) => isPath(bag[one])) as string
      return own === name ? bag : renamed(bag, own, name)
    }),
  )
for (const name of [
  'binding',
  'bind',
  'path',
  'dataPath',
  'dataBinding',
  'model',
  'valuePath',
  'value',
  'field',
  'bindTo',
  'name',
])
  add(
    'part',
    'input',
    `an input's "${name}": a path`,
    parts('TextField CheckBox ChoicePicker MultipleChoice Slider DateTimeInput', (bag) => {
      const own = ['value', 'text', 'selections'].find((one) => isPath(bag[one])) as string
      return { ...without(bag, own), [name]: (bag[own] as { readonly path: string }).path }
    }),
  )
add(
  'part',
  'input',
  'inputs with their value in place',
  parts('TextField CheckBox ChoicePicker MultipleChoice Slider DateTimeInput', (bag, _, { data, version }) => {
    const own = ['value', 'text', 'selections'].find((one) => isPath(bag[one])) as string
    const value = (bag[own] as { readonly path: string }).path
      .split('/')
      .filter(Boolean)
      .reduce<JsonValue>((inner, name) => (inner as JsonObject)[name] as JsonValue, data)
    if (version === 'v0.9') return { ...bag, [own]: value }
    if (Array.isArray(value)) return { ...bag, [own]: { literalArray: value } }
    return {
      ...bag,
      [own]:
        typeof value === 'string'
          ? { literalString: value }
          : typeof value === 'number'
            ? { literalNumber: value }
            : { literalBoolean: value },
    }
  }),
  { contextFree: true },
)
add(
  'part',
  'input',
  'inputs without a value',
  parts('TextField ChoicePicker MultipleChoice DateTimeInput', (bag) =>
    without(bag, ...['value', 'text', 'selections'].filter((one) => isPath(bag[one]))),
  ),
  { contextFree: true, statesFree: true },
)
for (const [name, write] of Object.entries<(list: readonly (readonly [label: string, value: string])[]) => JsonValue>({
  '{id, text}': (list) => list.map(([text, id]) => ({ id, text })),
  '{name, value}': (list) => list.map(([name, value]) => ({ name, value })),
  '{label, id}': (list) => list.map(([label, id]) => ({ label, id })),
  '{key, label}': (list) => list.map(([label, key]) => ({ key, label })),
  '{title, value}': (list) => list.map(([title, value]) => ({ title, value })),
  '{label, value: {literalString}}': (list) =>
    list.map(([label, value]) => ({ label: { literalString: label }, value: { literalString: value } })),
  '{optionLabel, optionValue}': (list) => list.map(([optionLabel, optionValue]) => ({ optionLabel, optionValue })),
  '{text, value}': (list) => list.map(([text, value]) => ({ text, value })),
  '{displayText, value}': (list) => list.map(([displayText, value]) => ({ displayText, value })),
  '[value, label]': (list) => list.map(([label, value]) => [value, label]),
  map: (list) => Object.fromEntries(list.map(([label, value]) => [value, label])),
  'map of objects': (list) => Object.fromEntries(list.map(([label, value]) => [value, { label }])),
  'JSON text': (list) => JSON.stringify(list.map(([label, value]) => ({ label, value }))),
  '{explicitList}': (list) => ({ explicitList: list.map(([label, value]) => ({ label, value })) }),
  '{items}': (list) => ({ items: list.map(([label, value]) => ({ label, value })) }),
  '{literalArray}': (list) => ({ literalArray: list.map(([label, value]) => ({ label, value })) }),
}))
  add(
    'part',
    'options',
    `options as ${name}`,
    parts('ChoicePicker MultipleChoice', (bag) => ({
      ...bag,
      options: write(
        (bag['options'] as readonly JsonObject[]).map(({ label, value }) => [plain(label) as string, value as string]),
      ),
    })),
  )
add(
  'part',
  'options',
  'options as texts',
  parts('ChoicePicker MultipleChoice', (bag) => ({
    ...bag,
    options: (bag['options'] as readonly JsonObject[]).map(({ label }) => plain(label)),
  })),
  { contextFree: true, statesFree: true },
)
add(
  'part',
  'options',
  'options as one text',
  parts('ChoicePicker MultipleChoice', (bag) => ({
    ...bag,
    options: (bag['options'] as readonly JsonObject[]).map(({ label }) => plain(label)).join(', '),
  })),
  { contextFree: true, statesFree: true },
)
for (const name of ['choices', 'items', 'values', 'entries', 'list', 'data', 'children', 'option'])
  add(
    'part',
    'options',
    `"${name}" for options`,
    parts('ChoicePicker MultipleChoice', (bag) => (bag[name] ? bag : renamed(bag, 'options', name))),
  )
for (const kind of ['labels', 'texts'])
  add(
    'part',
    'options',
    `bound options of ${kind}`,
    (draft) => {
      const data = { ...draft.data, menu: {} as { [id: string]: JsonValue } }
      const all = draft.parts.map((part) => {
        if (!/^(ChoicePicker|MultipleChoice)$/.test(part.type)) return part
        data.menu[part.id] = (part.bag['options'] as readonly JsonObject[]).map(({ label, value }) =>
          kind === 'labels' ? { label: plain(label), value: value as JsonValue } : plain(label),
        )
        return { ...part, bag: { ...part.bag, options: { path: `/menu/${part.id}` } } }
      })
      return Object.keys(data.menu).length > 0 ? { ...draft, parts: all, data: data as JsonObject } : draft
    },
    { contextFree: true, statesFree: true },
  )
for (const [from, to] of [
  ['min', 'minValue'],
  ['min', 'minimum'],
  ['max', 'maxValue'],
  ['max', 'maximum'],
  ['maxValue', 'max'],
  ['minValue', 'min'],
  ['enableTime', 'showTime'],
  ['url', 'src'],
  ['url', 'source'],
  ['url', 'image'],
  ['url', 'imageUrl'],
  ['url', 'href'],
  ['url', 'uri'],
  ['description', 'alt'],
  ['description', 'altText'],
  ['tabs', 'tabItems'],
  ['tabItems', 'tabs'],
  ['tabs', 'items'],
  ['tabs', 'panels'],
  ['trigger', 'entryPointChild'],
  ['content', 'contentChild'],
  ['entryPointChild', 'trigger'],
  ['contentChild', 'content'],
  ['contentChild', 'child'],
  ['content', 'children'],
  ['content', 'body'],
  ['trigger', 'opener'],
  ['maxAllowedSelections', 'maxSelections'],
  ['name', 'icon'],
  ['name', 'iconName'],
  ['name', 'symbol'],
  ['axis', 'orientation'],
  ['variant', 'type'],
  ['textFieldType', 'type'],
  ['textFieldType', 'inputType'],
  ['variant', 'inputType'],
] as const)
  add(
    'part',
    `name ${from}`,
    `"${to}" for "${from}"`,
    parts('*', (bag, { type }) =>
      bag[from] === undefined ||
      bag[to] !== undefined ||
      (from === 'description' && type !== 'Image') ||
      (from === 'name' && type !== 'Icon') ||
      (from === 'content' && type !== 'Modal')
        ? bag
        : renamed(bag, from, to),
    ),
  )
for (const [name, value] of [
  ['gap', 16],
  ['padding', 'medium'],
  ['style', { color: 'red' }],
  ['required', true],
  ['className', 'x'],
  ['width', '100%'],
  ['visible', true],
  ['key', 'k1'],
  ['spacing', 'lg'],
  ['disabled', false],
  ['role', 'main'],
] as const)
  add(
    'part',
    'surplus',
    `surplus "${name}"`,
    parts('*', (bag) => ({ ...bag, [name]: value as JsonValue })),
  )
for (const [name, values] of Object.entries({
  justify: ['space-between', 'SPACE_BETWEEN', 'flex-end', 'between', 'spacebetween'],
  align: ['flex-start', 'CENTER', 'middle', 'left', 'baseline'],
  distribution: ['space_between', 'center'],
  alignment: ['center', 'flex-end'],
  alignItems: ['center'],
  justifyContent: ['space-between'],
  mainAxisAlignment: ['spaceBetween'],
}))
  for (const value of values)
    add(
      'part',
      'layout',
      `${name} ${value}`,
      parts('Row Column', (bag) => ({ ...bag, [name]: value })),
    )
for (const [from, to] of Object.entries({
  event: 'Event',
  check: 'CHECK',
  shoppingCart: 'shopping_cart',
  warning: 'Warning',
  favorite: 'favorite ',
}))
  add(
    'part',
    'icon',
    `the icon ${to}`,
    parts('Icon', (bag) =>
      plain(bag['name']) === from
        ? { ...bag, name: typeof bag['name'] === 'object' ? { literalString: to } : to }
        : bag,
    ),
  )
for (const [name, change] of Object.entries<(bag: JsonObject) => JsonObject>({
  'numbers as texts': (bag) =>
    Object.fromEntries(
      Object.entries(bag).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
    ),
  'numbers as {literalNumber}': (bag) =>
    Object.fromEntries(
      Object.entries(bag).map(([key, value]) => [key, typeof value === 'number' ? { literalNumber: value } : value]),
    ),
  'truth values as texts': (bag) =>
    Object.fromEntries(
      Object.entries(bag).map(([key, value]) => [key, typeof value === 'boolean' ? String(value) : value]),
    ),
  'truth values as numbers': (bag) =>
    Object.fromEntries(
      Object.entries(bag).map(([key, value]) => [key, typeof value === 'boolean' ? Number(value) : value]),
    ),
  'truth values as {literalBoolean}': (bag) =>
    Object.fromEntries(
      Object.entries(bag).map(([key, value]) => [key, typeof value === 'boolean' ? { literalBoolean: value } : value]),
    ),
}))
  add('part', 'plain', name, parts('Slider DateTimeInput MultipleChoice', change))
for (const [name, write] of Object.entries<(title: string, child: string) => JsonValue>({
  '{label, child}': (label, child) => ({ label, child }),
  '{label, content}': (label, content) => ({ label, content }),
  '{title, content}': (title, content) => ({ title, content }),
  '{title, children}': (title, child) => ({ title, children: [child] }),
  '{name, component}': (name, component) => ({ name, component }),
  '{id, title, child}': (title, child) => ({ id: `tab-${title.length}`, title, child }),
  '{title, componentId}': (title, componentId) => ({ title, componentId }),
  '{title, id}': (title, id) => ({ title, id }),
}))
  add(
    'part',
    'tabs',
    `tabs as ${name}`,
    parts('Tabs', (bag) =>
      Object.fromEntries(
        Object.entries(bag).map(([key, list]) => [
          key,
          (list as readonly JsonObject[]).map(({ title, child }) => write(plain(title) as string, child as string)),
        ]),
      ),
    ),
  )
add(
  'part',
  'tabs',
  'tabs as a map',
  parts('Tabs', (bag) =>
    Object.fromEntries(
      Object.entries(bag).map(([key, list]) => [
        key,
        Object.fromEntries((list as readonly JsonObject[]).map(({ title, child }) => [plain(title), child])),
      ]),
    ),
  ),
)
add(
  'part',
  'weight',
  'weight within',
  parts('*', (bag) => ({ ...bag, weight: 1 })),
)
add(
  'part',
  'weight',
  'weight as text',
  parts('*', (bag) => ({ ...bag, weight: '1' })),
)

// --- children in place ---------------------------------------------------------------------------------------------------

const nestings: { readonly [name: string]: (part: Part) => JsonValue } = {
  '{component, id}': ({ id, type, bag }) => ({ id, component: type, ...bag }),
  '{component} without id': ({ type, bag }) => ({ component: type, ...bag }),
  '{type, id}': ({ id, type, bag }) => ({ id, type, ...bag }),
  '{type} without id': ({ type, bag }) => ({ type, ...bag }),
  '{type, props}': ({ type, bag }) => ({ type, props: bag }),
  '{component, properties}': ({ type, bag }) => ({ component: type, properties: bag }),
  '{Type: {…}}': ({ type, bag }) => ({ [type]: bag }),
  '{component: {Type: {…}}}': ({ type, bag }) => ({ component: { [type]: bag } }),
  '{id, component: {Type: {…}}}': ({ id, type, bag }) => ({ id, component: { [type]: bag } }),
  '{componentType}': ({ type, bag }) => ({ componentType: type, ...bag }),
}
const nested = (draft: Draft, part: Part, write: (part: Part) => JsonValue): JsonValue => {
  const written = JSON.stringify(draft.parts)
  if (
    draft.parts.some(
      ({ id }) =>
        id !== 'root' &&
        !new RegExp(
          `"(child|content|contentChild|trigger|entryPointChild|componentId)":"${id}"|(explicitList|children)":[^\\]]*"${id}"`,
        ).test(written),
    )
  )
    throw new Error('a component is named in another way')
  const byId = new Map(draft.parts.map((one) => [one.id, one]))
  const inner = (value: JsonValue, name: string): JsonValue => {
    if (
      typeof value === 'string' &&
      /^(child|children|content|contentChild|trigger|entryPointChild|componentId|explicitList)$/.test(name)
    ) {
      const found = byId.get(value)
      return found ? nested(draft, found, write) : value
    }
    if (Array.isArray(value)) return value.map((one) => inner(one, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'action' ? one : inner(one, key)]),
    )
  }
  return write({ ...part, bag: inner(part.bag, '') as JsonObject })
}
for (const [name, write] of Object.entries(nestings)) {
  add('inline', 'nested', `all in place as ${name}`, (draft) => {
    const [root] = draft.parts
    if (!root || draft.parts.length < 3) return draft
    const { children, ...others } = nested(draft, root, (part) => (part.id === 'root' ? part.bag : write(part))) as {
      children?: JsonValue
    }
    return {
      ...draft,
      parts: [{ ...root, bag: { ...others, ...(children !== undefined && { children }) } as JsonObject }],
    }
  })
  if (/v0|explicit/.test(name)) continue
  add('inline', 'nested', `children lists of objects as ${name}`, (draft) => {
    const [root] = draft.parts
    if (!root || draft.parts.length < 3 || isTemplate(root.bag)) return draft
    const whole = nested(draft, root, (part) => {
      const list = (part.bag['children'] as JsonObject | undefined)?.['explicitList']
      const bag = list ? { ...part.bag, children: list } : part.bag
      return part.id === 'root' ? bag : write({ ...part, bag })
    })
    return { ...draft, parts: [{ ...root, bag: whole as JsonObject }] }
  })
}

// --- types ---------------------------------------------------------------------------------------------------------------

const spell: { readonly [name: string]: (type: string) => string } = {
  'lower case': (type) => type.toLowerCase(),
  'snake case': (type) => type.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase(),
  'kebab case': (type) => type.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase(),
  'camel case': (type) => type[0]?.toLowerCase() + type.slice(1),
  'upper case': (type) => type.toUpperCase(),
  'with Component behind': (type) => `${type}Component`,
  'with a prefix': (type) => `a2ui:${type}`,
  'with a dotted prefix': (type) => `basic.${type}`,
}
for (const [name, change] of Object.entries(spell))
  add(
    'type',
    'type',
    `types in ${name}`,
    parts('*', (bag, part) => ({ ...part, type: change(part.type), bag })),
  )
const others: { readonly [type: string]: string } = {
  Text: 'Heading Title H1 Paragraph Label Typography Markdown Badge Caption Subtitle Header TextBlock Body Chip Tag Alert RichText StaticText Span Headline Callout Banner Notice Quote',
  Row: 'HStack HBox Horizontal ButtonGroup Toolbar HorizontalLayout FlexRow Inline',
  Column:
    'Stack VStack Box Container Flex View Section Form Grid VBox Group Div Page Layout Vertical Fieldset Screen FlexColumn VerticalLayout FormGroup Panel Scaffold GridLayout ScrollView Wrap',
  Card: 'Panel Tile Paper Surface CardContent',
  TextField:
    'Input TextInput Textarea TextBox EmailInput NumberInput Field SearchInput PhoneInput InputField TextFormField NumberField FormField',
  CheckBox: 'Checkbox Switch Toggle ToggleSwitch SwitchField CheckboxField',
  ChoicePicker:
    'Select Dropdown RadioGroup MultipleChoice Radio Combobox SelectInput Picker SingleChoice MultiSelect CheckboxGroup ChoiceChips OptionList DropdownMenu RadioButtonGroup SegmentedButton',
  MultipleChoice: 'ChoicePicker Select Dropdown RadioGroup SingleSelect',
  DateTimeInput: 'DatePicker DateInput Calendar DateField DateTimePicker DateSelector',
  Slider: 'Range RangeInput RangeSlider SliderInput',
  Button: 'IconButton SubmitButton LinkButton CTA ActionButton PrimaryButton ElevatedButton Link',
  Image: 'Img Picture Photo Avatar ImageView NetworkImage',
  Icon: 'MaterialIcon Symbol IconView',
  Divider: 'Separator Hr HorizontalRule Rule Line',
  Tabs: 'TabView TabGroup TabBar TabPanel TabContainer',
  Modal: 'Dialog Drawer Popup Sheet BottomSheet AlertDialog Popover',
  List: 'ListView Ul Repeater ForEach LazyColumn DataList ScrollList',
}
for (const [type, words] of Object.entries(others))
  for (const word of words.split(' '))
    add(
      'type',
      `type ${type}`,
      `${word} for ${type}`,
      parts(type, (bag, part) => ({ ...part, type: word, bag })),
    )
const bare = (type: string, word: string, drop: readonly string[], more: JsonObject = {}): Slip['change'] =>
  parts(type, (bag, part) =>
    /obscured|"enableTime":true/.test(JSON.stringify(bag))
      ? part
      : { ...part, type: word, bag: { ...without(bag, ...drop), ...more } },
  )
add('type', 'type Text', 'Heading + level', bare('Text', 'Heading', ['variant', 'usageHint'], { level: 2 }))
add('type', 'type Column', 'Stack + direction', bare('Column', 'Stack', [], { direction: 'vertical', gap: 8 }))
add('type', 'type Row', 'Stack + direction horizontal', bare('Row', 'Stack', [], { direction: 'horizontal' }))
add('type', 'type Row', 'Flex + row', bare('Row', 'Flex', [], { flexDirection: 'row' }))
add('type', 'type Column', 'Grid + columns', bare('Column', 'Grid', [], { columns: 2 }))
add(
  'type',
  'type ChoicePicker',
  'Select + required',
  bare('ChoicePicker', 'Select', ['variant'], { required: true, multiple: false }),
)
add('type', 'type DateTimeInput', 'DatePicker alone', bare('DateTimeInput', 'DatePicker', ['enableDate', 'enableTime']))
add(
  'type',
  'type TextField',
  'Input + type',
  bare('TextField', 'Input', ['variant', 'textFieldType'], { type: 'text' }),
)
add(
  'type',
  'type TextField',
  'TextField + multiline',
  bare('TextField', 'TextField', ['variant', 'textFieldType'], { multiline: true, rows: 4 }),
)
add('type', 'type Text', 'KeyValue', (draft) => {
  const all = draft.parts.map((part) => {
    const list = ((part.bag['children'] as JsonObject | undefined)?.['explicitList'] ??
      part.bag['children']) as JsonValue
    const texts =
      part.type === 'Row' && Array.isArray(list) && list.length === 2
        ? list.map((id) => draft.parts.find((one) => one.id === id))
        : []
    const [one, two] = texts
    return one?.type === 'Text' && two?.type === 'Text'
      ? { ...part, type: 'KeyValue', bag: { label: one.bag['text'] as JsonValue, value: two.bag['text'] as JsonValue } }
      : part
  })
  return { ...draft, parts: all }
})

// --- forms of components -------------------------------------------------------------------------------------------------

for (const [name, form] of Object.entries<(part: Part) => JsonValue>({
  'of the other version': ({ id, type, bag }) => ({ id, component: { [type]: bag } }),
  'type for component': ({ id, type, bag }) => ({ id, type, ...bag }),
  'props bag': ({ id, type, bag }) => ({ id, component: type, props: bag }),
  'properties bag': ({ id, type, bag }) => ({ id, component: type, properties: bag }),
  'type and props': ({ id, type, bag }) => ({ id, type, props: bag }),
  'type and properties': ({ id, type, bag }) => ({ id, type, properties: bag }),
  'type and attributes': ({ id, type, bag }) => ({ id, type, attributes: bag }),
  componentType: ({ id, type, bag }) => ({ id, componentType: type, ...bag }),
  componentName: ({ id, type, bag }) => ({ id, componentName: type, ...bag }),
  componentProperties: ({ id, type, bag }) => ({ id, componentProperties: { [type]: bag } }),
  '{component: {type, …}}': ({ id, type, bag }) => ({ id, component: { type, ...bag } }),
  '{component: {type, props}}': ({ id, type, bag }) => ({ id, component: { type, props: bag } }),
  '{component: {type, properties}}': ({ id, type, bag }) => ({ id, component: { type, properties: bag } }),
  '{component: {name, props}}': ({ id, type, bag }) => ({ id, component: { name: type, props: bag } }),
  '{component: {component}}': ({ id, type, bag }) => ({ id, component: { component: type, ...bag } }),
  'id within the component': ({ id, type, bag }) => ({ component: { [type]: { id, ...bag } } }),
  '{id, Type}': ({ id, type, bag }) => ({ id, [type]: bag }),
  '{Type: {id}}': ({ id, type, bag }) => ({ [type]: { id, ...bag } }),
  'componentId for id': ({ id, type, bag }) => ({ componentId: id, component: type, ...bag }),
  'component id': ({ id, type, bag }) => ({ component_id: id, component: type, ...bag }),
  'children beside component': ({ id, type, bag }) => {
    const { children, child, ...rest } = bag
    return {
      id,
      component: { [type]: rest as JsonObject },
      ...(children !== undefined && { children }),
      ...(child !== undefined && { child }),
    } as JsonValue
  },
  'props beside component in the other version': ({ id, type, bag }) => ({ id, component: { [type]: {} }, ...bag }),
  'JSON text': ({ id, type, bag }) => JSON.stringify({ id, component: type, ...bag }),
}))
  add('form', 'form', `components as ${name}`, (draft) => ({ ...draft, form }))
add(
  'form',
  'form',
  'components with props',
  (draft) => ({ ...draft, form: ({ id, type, bag }) => ({ id, component: type, ...bag }) }),
  { of: 'v0.8' },
)

// --- messages ------------------------------------------------------------------------------------------------------------

type Messages = readonly JsonObject[]
function messages(change: (messages: Messages, draft: Draft) => readonly JsonValue[] | string): Slip['change'] {
  return (draft) => {
    const changed = change(draft.messages as Messages, draft)
    return typeof changed === 'string' ? changed : { ...draft, messages: changed }
  }
}
const kindOf = (message: JsonObject): string => Object.keys(message).find((name) => name !== 'version') ?? ''
const begins = (message: JsonObject): boolean => /createSurface|beginRendering/.test(kindOf(message))
const updates = (message: JsonObject): boolean => /updateComponents|surfaceUpdate/.test(kindOf(message))
const fills = (message: JsonObject): boolean => /DataModel|dataModel/.test(kindOf(message))
const payloadOf = (message: JsonObject): JsonObject => message[kindOf(message)] as JsonObject
const mapped = (
  which: (message: JsonObject) => boolean,
  change: (payload: JsonObject, draft: Draft) => JsonObject,
): Slip['change'] =>
  messages((all, draft) =>
    all.map((one) => (which(one) ? { ...one, [kindOf(one)]: change(payloadOf(one), draft) } : one)),
  )
function componentsIn(all: Messages): readonly JsonValue[] {
  return all.filter(updates).flatMap((one) => {
    const { components } = payloadOf(one)
    if (!Array.isArray(components)) throw new Error('the components stand in another form')
    return components as readonly JsonValue[]
  })
}
const dataIn = ({ data }: Draft): JsonObject => data

add(
  'message',
  'begin',
  'no beginning',
  messages((all) => all.filter((one) => !begins(one))),
)
add(
  'message',
  'begin',
  'begun twice',
  messages((all) => {
    const one = all.find(begins) as JsonObject
    return [one, ...all]
  }),
)
add(
  'message',
  'begin',
  'begun at the end',
  messages((all) => [...all.filter((one) => !begins(one)), ...all.filter(begins)]),
  { of: 'v0.9' },
)
add(
  'message',
  'begin',
  'begun first',
  messages((all) => [...all.filter(begins), ...all.filter((one) => !begins(one))]),
  { of: 'v0.8' },
)
add(
  'message',
  'begin',
  'begun without root',
  mapped(begins, (payload) => without(payload, 'root')),
  { of: 'v0.8' },
)
add(
  'message',
  'begin',
  'begun with another root',
  mapped(begins, (payload) => ({ ...payload, root: 'main' })),
  { of: 'v0.8' },
)
for (const name of ['rootId', 'rootComponentId', 'root_id', 'rootComponent'])
  add(
    'message',
    'begin',
    `begun with "${name}"`,
    mapped(begins, (payload) => ({ ...without(payload, 'root'), [name]: 'root' })),
  )
for (const catalogId of [
  'basic',
  'standard',
  'https://a2ui.org/catalog/v9/x.json',
  'a2ui',
  'https://a2ui.dev/specification/0.9/basic_catalog.json',
  7,
  null,
])
  add(
    'message',
    'catalog',
    `catalog ${catalogId}`,
    mapped(begins, (payload) => ({ ...payload, catalogId })),
  )
add(
  'message',
  'catalog',
  'no catalog',
  mapped(begins, (payload) => without(payload, 'catalogId')),
  { of: 'v0.9' },
)
add(
  'message',
  'catalog',
  'theme as text',
  mapped(begins, (payload) => ({ ...payload, theme: 'dark', title: 'A page' })),
)
for (const name of ['components', 'component', 'layout', 'elements', 'root', 'ui', 'children', 'widgets'])
  add(
    'message',
    'components',
    `"${name}" within the beginning`,
    messages((all) => {
      const components = componentsIn(all)
      const [one, ...rest] = all
        .filter((message) => !updates(message))
        .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
      return [
        { ...one, [kindOf(one as JsonObject)]: { ...payloadOf(one as JsonObject), [name]: components } },
        ...rest,
      ] as JsonObject[]
    }),
    { of: 'v0.9' },
  )
for (const name of ['dataModel', 'data', 'contents', 'model', 'state', 'initialData', 'value'])
  add(
    'message',
    'dataPlace',
    `"${name}" within the beginning`,
    messages((all, draft) => {
      const rest = all.filter((message) => !fills(message))
      return rest.length === all.length
        ? all
        : rest.map((one) =>
            begins(one) ? { ...one, [kindOf(one)]: { ...payloadOf(one), [name]: dataIn(draft) } } : one,
          )
    }),
    { of: 'v0.9' },
  )
for (const name of ['dataModel', 'data', 'contents', 'state'])
  add(
    'message',
    'dataPlace',
    `"${name}" beside the components`,
    messages((all, draft) => {
      const rest = all.filter((message) => !fills(message))
      return rest.length === all.length
        ? all
        : rest.map((one) =>
            updates(one) ? { ...one, [kindOf(one)]: { ...payloadOf(one), [name]: dataIn(draft) } } : one,
          )
    }),
  )
const renamedRoot = (all: Messages, to: string): readonly JsonObject[] =>
  JSON.parse(
    JSON.stringify(all)
      .replaceAll('"id":"root"', `"id":"${to}"`)
      .replaceAll('"componentId":"root"', `"componentId":"${to}"`)
      .replaceAll('"root":{"', `"${to}":{"`),
  )
for (const id of ['main', 'screen', 'layout_1'])
  add(
    'message',
    'root',
    `the root is "${id}"`,
    messages((all) => renamedRoot(all, id)),
  )
add(
  'message',
  'root',
  'the root is the last',
  messages((all) =>
    renamedRoot(all, 'main').map((one) =>
      updates(one)
        ? { ...one, [kindOf(one)]: { ...payloadOf(one), components: componentsIn([one]).toReversed() } }
        : one,
    ),
  ),
)
add(
  'message',
  'root',
  'no root: several tops',
  messages((all) =>
    all.map((one) => {
      const [first, ...rest] = updates(one) ? componentsIn([one]) : []
      return rest.length > 1 &&
        /"(Column|Row)"/.test(JSON.stringify(first)) &&
        !/"(path|dataBinding)"/.test(JSON.stringify(first))
        ? { ...one, [kindOf(one)]: { ...payloadOf(one), components: rest } }
        : one
    }),
  ),
)
for (const [name, write] of Object.entries<(components: readonly JsonValue[]) => JsonValue>({
  'a JSON text': (components) => JSON.stringify(components),
  'a JSON text in a fence': (components) => `\`\`\`json\n${JSON.stringify(components)}\n\`\`\``,
  'a map by id': (components) =>
    Object.fromEntries(
      components.map((one) => {
        const { id, component_id, componentId = component_id, ...rest } = one as JsonObject
        return [`${id ?? componentId}`, rest]
      }),
    ) as JsonValue,
  '{components}': (components) => ({ components }),
  '{explicitList}': (components) => ({ explicitList: components }),
  'lists in a list': (components) => [components],
  '{add}': (components) => ({ add: components }),
}))
  add(
    'message',
    'components',
    `components as ${name}`,
    mapped(updates, (payload) => ({ ...payload, components: write(payload['components'] as readonly JsonValue[]) })),
  )
for (const name of [
  'component',
  'layout',
  'elements',
  'nodes',
  'updates',
  'content',
  'children',
  'items',
  'ui',
  'widgets',
  'Components',
])
  add(
    'message',
    'components',
    `"${name}" for components`,
    mapped(updates, (payload) => renamed(payload, 'components', name)),
  )
add(
  'message',
  'components',
  'one message for each component',
  messages((all) =>
    all.flatMap((one) =>
      updates(one)
        ? componentsIn([one]).map((part) => ({ ...one, [kindOf(one)]: { ...payloadOf(one), components: [part] } }))
        : [one],
    ),
  ),
)
add(
  'message',
  'components',
  'one message for each, as "component"',
  messages((all) =>
    all.flatMap((one) =>
      updates(one)
        ? componentsIn([one]).map((part) => ({
            ...one,
            [kindOf(one)]: { ...without(payloadOf(one), 'components'), component: part },
          }))
        : [one],
    ),
  ),
)
for (const name of ['surface_id', 'surfaceID', 'id', 'surface', 'SurfaceId', 'surfaceid'])
  add(
    'message',
    'surfaceId',
    `"${name}" for surfaceId`,
    mapped(
      () => true,
      (payload) => renamed(payload, 'surfaceId', name),
    ),
  )
add(
  'message',
  'surfaceId',
  'no surfaceId in updates',
  mapped(
    (one) => !begins(one),
    (payload) => without(payload, 'surfaceId'),
  ),
)
add(
  'message',
  'surfaceId',
  'no surfaceId',
  mapped(
    () => true,
    (payload) => without(payload, 'surfaceId'),
  ),
)
add(
  'message',
  'surfaceId',
  'surfaceId beside the message',
  messages((all, { surfaceId }) =>
    all.map((one) => ({ ...one, surfaceId, [kindOf(one)]: without(payloadOf(one), 'surfaceId') })),
  ),
)
add(
  'message',
  'surplus message',
  'surplus members',
  messages((all) => all.map((one, index) => ({ ...one, id: `m${index}`, timestamp: 1 }))),
)
add(
  'message',
  'surplus message',
  'surplus members within',
  mapped(
    () => true,
    (payload) => ({ ...payload, timestamp: 1, replace: true }),
  ),
)

// Data
const dataAs = (write: (payload: JsonObject, draft: Draft) => JsonObject): Slip['change'] =>
  mapped(fills, (payload, draft) => write(payload, draft))
for (const name of [
  'value',
  'contents',
  'data',
  'updates',
  'content',
  'dataModel',
  'model',
  'state',
  'values',
  'updatedData',
  'payload',
  'json',
])
  add(
    'data',
    'data',
    `data under "${name}"`,
    dataAs(({ surfaceId = '', path }, draft) => ({
      surfaceId,
      ...(path !== undefined && { path }),
      [name]: dataIn(draft),
    })),
  )
add(
  'data',
  'data',
  'data without a path',
  dataAs((payload) => without(payload, 'path')),
  { of: 'v0.9' },
)
for (const path of ['/', '', '.', '$', '#', null])
  add(
    'data',
    'data',
    `data at ${JSON.stringify(path)}`,
    dataAs((payload) => ({ ...payload, path })),
  )
add(
  'data',
  'data',
  'data as contents of entries',
  dataAs(({ surfaceId = '' }, draft) => ({ surfaceId, contents: contentsOf(dataIn(draft)) })),
)
add(
  'data',
  'data',
  'data as value of entries',
  dataAs(({ surfaceId = '' }, draft) => ({ surfaceId, value: contentsOf(dataIn(draft)) })),
)
add(
  'data',
  'data',
  'data as entries {key, value}',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: Object.entries(dataIn(draft)).map(([key, value]) => ({ key, value })),
  })),
)
add(
  'data',
  'data',
  'data as entries {path, value}',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: Object.entries(dataIn(draft)).map(([key, value]) => ({ path: `/${key}`, value })),
  })),
)
add(
  'data',
  'data',
  'data as entries with valueInt',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: JSON.parse(
      JSON.stringify(contentsOf(dataIn(draft)))
        .replaceAll('valueNumber', 'valueInt')
        .replaceAll('valueBoolean', 'valueBool'),
    ),
  })),
)
add(
  'data',
  'data',
  'data as entries with JSON in valueString',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: Object.entries(dataIn(draft)).map(([key, value]) => ({
      key,
      valueString: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  })),
)
add(
  'data',
  'data',
  'data as entries with valueList',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: Object.entries(dataIn(draft)).map(([key, value]) => ({
      key,
      ...(Array.isArray(value)
        ? { valueList: value }
        : typeof value === 'object'
          ? { valueMap: contentsOf(value as JsonObject) }
          : { value }),
    })),
  })),
)
add(
  'data',
  'data',
  'valueMap as an object',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: Object.entries(dataIn(draft)).map(([key, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? { key, valueMap: value }
        : (contentsOf({ [key]: value })[0] as JsonObject),
    ),
  })),
)
add(
  'data',
  'data',
  'valueMap as a list of maps',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: Object.entries(dataIn(draft)).map(([key, value]) =>
      Array.isArray(value)
        ? {
            key,
            valueMap: value.map((one) =>
              typeof one === 'object' ? { valueMap: contentsOf(one as JsonObject) } : { valueString: one },
            ),
          }
        : (contentsOf({ [key]: value })[0] as JsonObject),
    ),
  })),
)
add(
  'data',
  'data',
  'valueArray of valueMaps',
  dataAs(({ surfaceId = '' }, draft) => ({
    surfaceId,
    contents: Object.entries(dataIn(draft)).map(([key, value]) =>
      Array.isArray(value)
        ? {
            key,
            valueArray: value.map((one) =>
              typeof one === 'object' ? { valueMap: contentsOf(one as JsonObject) } : { valueString: one },
            ),
          }
        : (contentsOf({ [key]: value })[0] as JsonObject),
    ),
  })),
)
add(
  'data',
  'data',
  'data as a JSON text',
  dataAs((payload, draft) => ({
    surfaceId: payload['surfaceId'] ?? '',
    [payload['contents'] ? 'contents' : 'value']: JSON.stringify(dataIn(draft)),
  })),
)
add(
  'data',
  'data',
  'data as members',
  dataAs(({ surfaceId = '' }, draft) => ({ surfaceId, ...dataIn(draft) })),
)
for (const list of ['operations', 'patches', 'patch', 'ops', 'updates', 'changes'])
  add(
    'data',
    'data',
    `data as "${list}"`,
    dataAs(({ surfaceId = '' }, draft) => ({
      surfaceId,
      [list]: Object.entries(dataIn(draft)).map(([key, value]) => ({ op: 'replace', path: `/${key}`, value })),
    })),
  )
add(
  'data',
  'data',
  'one update for each member',
  messages((all, draft) =>
    all.flatMap((one) =>
      fills(one)
        ? Object.entries(dataIn(draft)).map(([key, value]) => ({
            ...one,
            [kindOf(one)]:
              draft.version === 'v0.9'
                ? { surfaceId: payloadOf(one)['surfaceId'] ?? '', path: `/${key}`, value }
                : { surfaceId: payloadOf(one)['surfaceId'] ?? '', path: `/${key}`, contents: value },
          }))
        : [one],
    ),
  ),
)
add(
  'data',
  'data',
  'op add',
  dataAs((payload) => ({ ...payload, op: 'add' })),
)
add(
  'data',
  'data',
  'data before components',
  messages((all) => [...all.filter(begins), ...all.filter(fills), ...all.filter(updates)]),
)
for (const [name, write] of Object.entries<(value: string) => string>({
  'with seconds': (value) => (value.includes('T') ? `${value}:00` : value),
  'with Z': (value) => (value.includes('T') ? `${value}:00Z` : value),
  'with a time': (value) => (value.includes('T') ? value : `${value}T00:00:00`),
  'with slashes': (value) => value.replaceAll('-', '/'),
  'with a blank': (value) => value.replace('T', ' '),
}))
  add(
    'value',
    'dates',
    `dates ${name}`,
    (draft) => ({
      ...draft,
      data: JSON.parse(JSON.stringify(draft.data), (_, value) =>
        typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? write(value) : value,
      ),
    }),
    { contextFree: true, statesFree: true },
  )
for (const [name, write] of Object.entries<(value: JsonValue) => JsonValue>({
  'single values for lists': (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') && value.length === 1
      ? (value[0] as string)
      : value,
  'lists as JSON texts': (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? JSON.stringify(value) : value,
  'numbers as texts in data': (value) => (typeof value === 'number' ? String(value) : value),
  'truth values as texts in data': (value) => (typeof value === 'boolean' ? String(value) : value),
  'lists of objects as JSON texts': (value) =>
    Array.isArray(value) && value.some((one) => typeof one === 'object') ? JSON.stringify(value) : value,
  'lists as maps': (value) =>
    Array.isArray(value) && value.some((one) => typeof one === 'object')
      ? Object.fromEntries(value.map((one, index) => [`i${index}`, one]))
      : value,
}))
  add(
    'value',
    'dataValues',
    name,
    (draft) => ({ ...draft, data: JSON.parse(JSON.stringify(draft.data), (_, value) => write(value)) }),
    { contextFree: true },
  )

// Names and versions
const kindNames: { readonly [name: string]: { readonly [kind: string]: string } } = {
  'of the other version': {
    createSurface: 'beginRendering',
    updateComponents: 'surfaceUpdate',
    updateDataModel: 'dataModelUpdate',
    beginRendering: 'createSurface',
    surfaceUpdate: 'updateComponents',
    dataModelUpdate: 'updateDataModel',
  },
  'in snake case': {
    createSurface: 'create_surface',
    updateComponents: 'update_components',
    updateDataModel: 'update_data_model',
    beginRendering: 'begin_rendering',
    surfaceUpdate: 'surface_update',
    dataModelUpdate: 'data_model_update',
  },
  'in upper camel case': {
    createSurface: 'CreateSurface',
    updateComponents: 'UpdateComponents',
    updateDataModel: 'UpdateDataModel',
    beginRendering: 'BeginRendering',
    surfaceUpdate: 'SurfaceUpdate',
    dataModelUpdate: 'DataModelUpdate',
  },
  'updateSurface and updateData': {
    updateComponents: 'updateSurface',
    updateDataModel: 'updateData',
    surfaceUpdate: 'updateSurface',
    dataModelUpdate: 'dataUpdate',
  },
  'setComponents and setDataModel': {
    updateComponents: 'setComponents',
    updateDataModel: 'setDataModel',
    surfaceUpdate: 'componentUpdate',
    dataModelUpdate: 'updateDataModel',
  },
  'data in that of the other version': { updateDataModel: 'dataModelUpdate', dataModelUpdate: 'updateDataModel' },
  'addComponents and addSurface': {
    createSurface: 'addSurface',
    updateComponents: 'addComponents',
    beginRendering: 'render',
    surfaceUpdate: 'componentsUpdate',
  },
}
for (const [name, names] of Object.entries(kindNames))
  add(
    'envelope',
    'kinds',
    `messages ${name}`,
    messages((all) =>
      all.map((one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [names[key] ?? key, value]))),
    ),
  )
for (const version of ['0.9', 0.9, 'v0.9.0', '0.9.1', '1.0', 'v1.0', 'V0.9', 1, '', null])
  add(
    'envelope',
    'version',
    `version ${JSON.stringify(version)}`,
    messages((all) => all.map((one) => ({ ...one, version }))),
    { of: 'v0.9' },
  )
for (const version of ['v0.8', '0.8', 0.8, 'v0.8.0', 'v0.9', '1.0'])
  add(
    'envelope',
    'version',
    `version ${JSON.stringify(version)}`,
    messages((all) => all.map((one) => ({ version, ...one }))),
    { of: 'v0.8' },
  )
add(
  'envelope',
  'version',
  'no version',
  messages((all) => all.map((one) => without(one, 'version'))),
  { of: 'v0.9' },
)
add(
  'envelope',
  'version',
  'version within',
  messages((all) => all.map((one) => ({ [kindOf(one)]: { ...payloadOf(one), version: 'v0.9' } }))),
  { of: 'v0.9' },
)
add(
  'envelope',
  'version',
  'version only first',
  messages((all) => all.map((one, index) => (index === 0 ? one : without(one, 'version')))),
  { of: 'v0.9' },
)

// --- envelopes -----------------------------------------------------------------------------------------------------------

const wrap = (
  name: string,
  write: (all: Messages, draft: Draft) => readonly JsonValue[] | string,
  group = 'wrapper',
): void =>
  add(
    'text',
    group,
    name,
    messages((all, draft) => {
      const lines = write(all, draft)
      return typeof lines === 'string' ? lines : linesOf(lines)
    }),
  )
wrap('a list on a line', (all) => [all])
wrap('a list of lists', (all) => [[all]])
for (const name of [
  'messages',
  'a2ui_messages',
  'a2uiMessages',
  'a2ui_operations',
  'operations',
  'updates',
  'a2ui',
  'ui',
  'data',
  'payload',
  'response',
  'surface_messages',
  'output',
  'a2ui_json',
  'events',
  'commands',
  'actions',
  'stream',
  'result',
  'a2ui_payload',
  'jsonl',
  'uiMessages',
]) {
  wrap(`{${name}: […]}`, (all) => [{ [name]: all }])
  wrap(`{${name}: text}`, (all) => [{ [name]: JSON.stringify(all) }])
}
wrap('{version, messages}', (all) => [{ version: 'v0.9', messages: all.map((one) => without(one, 'version')) }])
wrap('{protocol, messages}', (all) => [{ protocol: 'a2ui', messages: all }])
wrap('{messages, explanation}', (all) => [{ explanation: 'Here is it.', messages: all }])
wrap('{surfaceId, messages}', (all, { surfaceId }) => [{ surfaceId, messages: all }])
wrap('{messages: [text, …]}', (all) => [{ messages: all.map((one) => JSON.stringify(one)) }])
wrap('[text, …]', (all) => [all.map((one) => JSON.stringify(one))])
wrap('a JSON text of the list', (all) => [JSON.stringify(JSON.stringify(all))])
wrap('each in {message}', (all) => all.map((message) => ({ message })))
wrap('each in {a2ui}', (all) => all.map((a2ui) => ({ a2ui })))
wrap('each in {kind: "data", data}', (all) =>
  all.map((data) => ({ kind: 'data', data, metadata: { mimeType: 'application/json+a2ui' } })),
)
wrap('each in {data: text}', (all) => all.map((one) => ({ data: JSON.stringify(one) })))
wrap('each in {type: "a2ui", payload}', (all) => all.map((payload) => ({ type: 'a2ui', payload })))
wrap('each in {event: "message", data}', (all) => all.map((data) => ({ event: 'message', data })))
wrap('an A2A part', (all) => [
  { parts: all.map((data) => ({ kind: 'data', data, metadata: { mimeType: 'application/json+a2ui' } })) },
])
wrap('an A2A message', (all) => [
  {
    role: 'agent',
    messageId: 'm1',
    kind: 'message',
    parts: [
      { kind: 'text', text: 'Here it is.' },
      ...all.map((data) => ({ kind: 'data', data, metadata: { mimeType: 'application/json+a2ui' } })),
    ],
  },
])
wrap('data: lines of SSE', (all) => all.map((one) => `data: ${JSON.stringify(one)}\n`).join('\n'))
for (const [name, inner] of Object.entries<(all: Messages) => JsonValue>({
  messages: (all) => ({ messages: all }),
  operations: (all) => ({ operations: all }),
  a2ui_json: (all) => ({ a2ui_json: JSON.stringify(all) }),
  list: (all) => all as unknown as JsonValue,
  lines: (all) => ({ a2ui_json: linesOf(all) }),
})) {
  wrap(`tool call {name, arguments: ${name}}`, (all) => [{ name: 'show_surface', arguments: inner(all) }])
  wrap(`tool call {name, arguments: ${name} as text}`, (all) => [
    { name: 'show_surface', arguments: JSON.stringify(inner(all)) },
  ])
  wrap(`tool call {function: {name, arguments: ${name} as text}}`, (all) => [
    { id: 'call_1', type: 'function', function: { name: 'render_ui', arguments: JSON.stringify(inner(all)) } },
  ])
  wrap(`{tool_calls: […${name}]}`, (all) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'render_ui', arguments: JSON.stringify(inner(all)) } },
      ],
    },
  ])
  wrap(`{type: "tool_use", input: ${name}}`, (all) => [
    { type: 'tool_use', id: 't1', name: 'send_a2ui', input: inner(all) },
  ])
  wrap(`{functionCall: {name, args: ${name}}}`, (all) => [
    { functionCall: { name: 'send_a2ui_json_to_client', args: inner(all) } },
  ])
  wrap(`{toolName, args: ${name}}`, (all) => [
    { type: 'tool-call', toolCallId: 't1', toolName: 'render', args: inner(all) },
  ])
  wrap(`{toolName, input: ${name}}`, (all) => [
    { type: 'tool-call', toolCallId: 't1', toolName: 'render', input: inner(all) },
  ])
  wrap(`TOOL_CALL_ARGS ${name}`, (all) => [
    { type: 'TOOL_CALL_ARGS', toolCallId: 't1', delta: JSON.stringify(inner(all)) },
  ])
  wrap(`TOOL_CALL_RESULT ${name}`, (all) => [
    { type: 'TOOL_CALL_RESULT', toolCallId: 't1', content: JSON.stringify(inner(all)) },
  ])
  wrap(`ACTIVITY_SNAPSHOT ${name}`, (all) => [
    { type: 'ACTIVITY_SNAPSHOT', activityType: 'a2ui-surface', content: inner(all) },
  ])
  wrap(`CUSTOM value ${name}`, (all) => [{ type: 'CUSTOM', name: 'a2ui', value: inner(all) }])
}
const contentOf = (all: Messages, { surfaceId, data, version }: Draft): JsonObject => ({
  surfaceId,
  ...(version === 'v0.9' && { catalogId: ids['v0.9'] }),
  components: componentsIn(all) as unknown as JsonValue,
  ...(all.some(fills) && { data }),
})
wrap('tool call of content', (all, draft) => [{ name: 'render_a2ui', arguments: contentOf(all, draft) }], 'content')
wrap(
  'tool call of content as text',
  (all, draft) => [{ name: 'render_a2ui', arguments: JSON.stringify(contentOf(all, draft)) }],
  'content',
)
wrap('content alone', (all, draft) => [contentOf(all, draft)], 'content')
wrap(
  'content with components as text',
  (all, draft) => [{ ...contentOf(all, draft), components: JSON.stringify(componentsIn(all)) }],
  'content',
)
wrap('content without an id', (all, draft) => [without(contentOf(all, draft), 'surfaceId')], 'content')
wrap('content in {ui}', (all, draft) => [{ ui: contentOf(all, draft) }], 'content')
wrap('content in {surface}', (all, draft) => [{ surface: contentOf(all, draft) }], 'content')
wrap('content in {surfaces: [..]}', (all, draft) => [{ surfaces: [contentOf(all, draft)] }], 'content')
wrap('content in {a2ui}', (all, draft) => [{ a2ui: contentOf(all, draft) }], 'content')
wrap('content with root', (all, draft) => [{ ...contentOf(all, draft), root: 'root' }], 'content')
wrap(
  'content with dataModel and state',
  (all, draft) => [{ ...without(contentOf(all, draft), 'data'), dataModel: draft.data }],
  'content',
)
wrap(
  '{components, state}',
  (all, draft) => [{ components: componentsIn(all) as unknown as JsonValue, state: draft.data }],
  'content',
)
wrap(
  '{root, elements}',
  (all, draft) => [
    {
      root: 'root',
      elements: Object.fromEntries(
        componentsIn(all).map((one) => {
          const { id, ...rest } = one as JsonObject
          return [`${id}`, rest]
        }),
      ),
      state: draft.data,
    },
  ],
  'content',
)
wrap('bare components', (all) => [...all.filter(begins), ...componentsIn(all), ...all.filter(fills)], 'bare')
wrap(
  'a bare list of components',
  (all) => [...all.filter(begins), componentsIn(all) as unknown as JsonValue, ...all.filter(fills)],
  'bare',
)
const named = (all: Messages): Messages =>
  all.filter(fills).map((one) => ({ ...one, [kindOf(one)]: without(payloadOf(one), 'surfaceId') }))
wrap('bare components alone', (all) => [...componentsIn(all), ...named(all)], 'bare')
wrap('a bare list of components alone', (all) => [componentsIn(all) as unknown as JsonValue, ...named(all)], 'bare')
for (const member of [
  'type',
  'kind',
  'op',
  'messageType',
  'action',
  'event',
  'name',
  'method',
  'operation',
  'command',
  'message_type',
])
  wrap(`{${member}: kind, …}`, (all) => all.map((one) => ({ [member]: kindOf(one), ...payloadOf(one) })), 'typed')
for (const [member, inner] of [
  ['type', 'payload'],
  ['type', 'data'],
  ['kind', 'params'],
  ['method', 'params'],
  ['event', 'data'],
  ['type', 'content'],
  ['type', 'body'],
  ['name', 'arguments'],
  ['tool', 'args'],
] as const)
  wrap(
    `{${member}: kind, ${inner}}`,
    (all) => all.map((one) => ({ [member]: kindOf(one), [inner]: payloadOf(one) })),
    'typed',
  )
wrap(
  '{jsonrpc, method, params}',
  (all) => all.map((one, id) => ({ jsonrpc: '2.0', id, method: kindOf(one), params: payloadOf(one) })),
  'typed',
)
wrap('all in one object', (all) => [Object.assign({}, ...all)], 'several')
wrap(
  'all in one object, updates first',
  (all) => [Object.assign({}, ...all.filter((one) => !begins(one)), ...all.filter(begins))],
  'several',
)
wrap(
  'begin and components in one object',
  (all) => [Object.assign({}, ...all.filter((one) => !fills(one))), ...all.filter(fills)],
  'several',
)
wrap('all in one object in a list', (all) => [[Object.assign({}, ...all)]], 'several')

// --- text ----------------------------------------------------------------------------------------------------------------

wrap('fence json', (all) => `\`\`\`json\n${linesOf(all)}\`\`\`\n`, 'text')
wrap('fence a2ui', (all) => `\`\`\`a2ui\n${linesOf(all)}\`\`\`\n`, 'text')
wrap(
  'fence jsonl with prose',
  (all) => `Here is your page:\n\n\`\`\`jsonl\n${linesOf(all)}\`\`\`\n\nSay if it should be otherwise.\n`,
  'text',
)
wrap('fence without a name', (all) => `\`\`\`\n${linesOf(all)}\`\`\`\n`, 'text')
wrap('fence of a pretty list', (all) => `\`\`\`json\n${JSON.stringify(all, null, 2)}\n\`\`\`\n`, 'text')
wrap('tag', (all) => `<a2ui-json>\n${linesOf(all)}</a2ui-json>\n`, 'text')
wrap('tag around a list', (all) => `<a2ui-json>${JSON.stringify(all)}</a2ui-json>\n`, 'text')
wrap('tags around each', (all) => all.map((one) => `<a2ui-json>${JSON.stringify(one)}</a2ui-json>\n`).join(''), 'text')
wrap('delimiter', (all) => `Here it is.\n---a2ui_JSON---\n${JSON.stringify(all)}\n`, 'text')
wrap('prose around', (all) => `Of course! This is the page.\n${linesOf(all)}I hope it helps.\n`, 'text')
wrap(
  'prose between',
  (all) => all.map((one, index) => `Step ${index + 1}: the next part.\n${JSON.stringify(one)}\n`).join(''),
  'text',
)
wrap('prose on the line', (all) => all.map((one) => `Message: ${JSON.stringify(one)}\n`).join(''), 'text')
wrap('numbered lines', (all) => all.map((one, index) => `${index + 1}. ${JSON.stringify(one)}\n`).join(''), 'text')
wrap('bullets', (all) => all.map((one) => `- ${JSON.stringify(one)}\n`).join(''), 'text')
wrap('inline code', (all) => all.map((one) => `\`${JSON.stringify(one)}\`\n`).join(''), 'text')
wrap('pretty', (all) => all.map((one) => `${JSON.stringify(one, null, 2)}\n`).join(''), 'text')
wrap(
  'pretty with tabs and blank lines',
  (all) => all.map((one) => `${JSON.stringify(one, null, '\t')}\n`).join('\n'),
  'text',
)
wrap('pretty list', (all) => `${JSON.stringify(all, null, 2)}\n`, 'text')
wrap('pretty {messages}', (all) => `${JSON.stringify({ messages: all }, null, 4)}\n`, 'text')
wrap('trailing commas', (all) => linesOf(all).replaceAll('}]', '},]').replaceAll('"}', '",}'), 'text')
wrap(
  'pretty with trailing commas',
  (all) => `${JSON.stringify(all, null, 2)}\n`.replace(/([}\]"])(\n\s*[}\]])/g, '$1,$2'),
  'text',
)
wrap(
  'commas between lines',
  (all) =>
    all
      .map((one) => JSON.stringify(one))
      .join(',\n')
      .concat('\n'),
  'text',
)
wrap('all on one line', (all) => `${all.map((one) => JSON.stringify(one)).join('')}\n`, 'text')
wrap('all on one line with blanks', (all) => `${all.map((one) => JSON.stringify(one)).join(' ')}\n`, 'text')
wrap('one brace too many', (all) => all.map((one) => `${JSON.stringify(one)}}\n`).join(''), 'text')
wrap('last brace missing', (all) => `${linesOf(all).trimEnd().slice(0, -1)}\n`, 'text')
wrap('last two braces missing', (all) => `${linesOf(all).trimEnd().slice(0, -2)}`, 'text')
wrap('list bracket missing', (all) => `${JSON.stringify(all).slice(0, -1)}\n`, 'text')
wrap('each brace missing', (all) => all.map((one) => `${JSON.stringify(one).slice(0, -1)}\n`).join(''), 'text')
wrap(
  'raw line breaks in texts',
  (all) => linesOf(all).replace('"text":"', '"text":"\n').replace('"literalString":"', '"literalString":"\n'),
  'text',
)
wrap('CRLF', (all) => linesOf(all).replaceAll('\n', '\r\n'), 'text')
wrap('comments', (all) => all.map((one) => `// ${kindOf(one)}\n${JSON.stringify(one)}\n`).join(''), 'text')
wrap('[DONE]', (all) => `${linesOf(all)}[DONE]\n`, 'text')
wrap('think', (all) => `<think>The user wants {"a": 1} page.</think>\n${linesOf(all)}`, 'text')
wrap('BOM', (all) => `\ufeff${linesOf(all)}`, 'text')

export { slips }
