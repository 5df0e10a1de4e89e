/** The sections of a prompt, in the words of either version. */
import type { SurfaceMessage } from '../protocol/wire.ts'
import { renamed } from './renamed.ts'
import { membersSignature, type ValueLists, word } from './signature.ts'
import type { Member } from './type.ts'
import type { ComponentType, FunctionType, Vocabulary } from './vocabulary.ts'

export type Carrier = 'lines' | 'fenced' | 'tool'

/** The name by which prompts and `surfaceTool` call the tool. */
export const toolName = 'show_surface'

export interface PromptExample {
  readonly title?: string
  readonly messages: readonly SurfaceMessage[]
}

export interface TextOptions {
  readonly carrier: Carrier
  readonly examples: readonly PromptExample[]
  /** Whether to list what models get wrong. */
  readonly mistakes: boolean
  /** Stands at the end. */
  readonly extra: string | undefined
}

export function textOf(vocabulary: Vocabulary, { carrier, examples, mistakes, extra }: TextOptions): string {
  const { version, catalogId, components, functions, theme } = vocabulary
  const words = version === 'v0.9' ? wordsV09 : wordsV08
  const names = new Set([...components, ...functions].map(({ name }) => name))
  const has: Has = (name) => (name === undefined ? functions.length > 0 : names.has(name))
  const lists: ValueLists = new Map()
  const shared = sharedMembers(components)
  const sections: readonly (readonly string[])[] = [
    [
      '# User interfaces',
      `You show user interfaces, called surfaces, in the protocol A2UI ${version}. A surface is a flat list of components with ids, and a data model in JSON that they are bound to.`,
      carriers[carrier],
    ],
    ['## Messages', ...words.messages(catalogId, membersSignature(theme, lists))],
    ['## Values', ...words.values(has)],
    ['## Components', words.place, ...sharedLines(shared, components, lists)],
    components.map((component) => componentLine(component, shared, lists)),
    functions.length > 0 ? ['## Functions', ...functions.map((one) => functionLine(one, lists))] : [],
    [...lists].map(([name, values]) => `${name}: ${values.map(word).join(' ')}`),
    mistakes ? ['## Write x, not y', ...words.mistakes(has), ...renamed(vocabulary)] : [],
    ['## Order', words.order],
    ...examples.map(({ title, messages }, index) => [
      `## Example ${index + 1}${title === undefined ? '' : `: ${title}`}`,
      ...inCarrier(messages, carrier),
    ]),
    extra === undefined ? [] : [extra],
  ]
  const filled = sections.filter((lines) => lines.length > 0)
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const carriers: { readonly [carrier in Carrier]: string } = {
  lines:
    'Answer with messages only, each on a line of its own as compact JSON: no other text, no Markdown fence, no comments.',
  fenced:
    'Write messages in one fence named a2ui, each on a line of its own as compact JSON. The user reads what you write outside of it.',
  tool: `Send messages with the tool ${toolName}, all of a surface in one call, in the order below. The user reads what you write beside it.`,
}

function inCarrier(messages: readonly SurfaceMessage[], carrier: Carrier): readonly string[] {
  const lines = messages.map((message) => JSON.stringify(message))
  return carrier === 'fenced' ? ['```a2ui', ...lines, '```'] : lines
}

/** The prompt names these properties once: more than half of the types have them, with the same signature. */
function sharedMembers(components: readonly ComponentType[]): readonly Member[] {
  const bySignature = new Map<string, Member[]>()
  for (const { members } of components)
    for (const member of members) {
      const signature = membersSignature([member], new Map())
      bySignature.set(signature, [...(bySignature.get(signature) ?? []), member])
    }
  const often = Math.max(2, components.length / 2)
  return [...bySignature.values()].flatMap((same) => (same.length > often ? same.slice(0, 1) : []))
}

function isShared(member: Member, shared: readonly Member[]): boolean {
  const signature = membersSignature([member], new Map())
  return shared.some((one) => membersSignature([one], new Map()) === signature)
}

function sharedLines(
  shared: readonly Member[],
  components: readonly ComponentType[],
  lists: ValueLists,
): readonly string[] {
  return shared.map((member) => {
    const without = components.filter(({ members }) => !members.some((one) => isShared(one, [member])))
    const but = without.length > 0 ? ` but ${without.map(({ name }) => name).join(', ')}` : ''
    return `All${but}: ${membersSignature([member], lists)}`
  })
}

function componentLine({ name, note, members }: ComponentType, shared: readonly Member[], lists: ValueLists): string {
  const own = members.filter((member) => !isShared(member, shared))
  const signature = `${name}: ${membersSignature(own, lists)}`.trim()
  return note === undefined ? signature : `${signature} – ${note}`
}

function functionLine({ name, note, args, returns }: FunctionType, lists: ValueLists): string {
  const result = returns === undefined ? '' : `: ${returns}`
  const either = args.either ? `; ${args.either.map((names) => names.join(' and ')).join(' or ')} is required` : ''
  const signature = `${name}(${membersSignature(args.members, lists)}${either})${result}`
  return note === undefined ? signature : `${signature} – ${note}`
}

interface Words {
  /** `theme`: the signature of its members. */
  readonly messages: (catalogId: string, theme: string) => readonly string[]
  readonly values: (has: Has) => readonly string[]
  readonly place: string
  readonly mistakes: (has: Has) => readonly string[]
  readonly order: string
}

/** Whether there is a component or function of a name; without a name, whether there are functions. */
type Has = (name?: string) => boolean

const wordsV09: Words = {
  messages: (catalogId, theme) => [
    `{"version":"v0.9","createSurface":{"surfaceId":"s1","catalogId":${JSON.stringify(catalogId)}}}: once for each surface, first. Optional: ${theme && `theme: {${theme}}, `}sendDataModel: boolean`,
    '{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[…]}}: adds components, or replaces those with the same id. Drawing begins at the id root.',
    '{"version":"v0.9","updateDataModel":{"surfaceId":"s1","path":"/user","value":…}}: writes any JSON; path / is the whole model; without value the place is removed.',
    '{"version":"v0.9","deleteSurface":{"surfaceId":"s1"}}',
    'When the user acts you get {"version":"v0.9","action":{"name":…,"surfaceId":…,"context":{…}}}: answer with updates of that surface, without createSurface. Give each new surface a new id.',
  ],
  values: (has) => [
    `Str, Num, Bool, StrList, Value: a literal (text, number, truth value, list of texts, any of these)${has() ? ', a Path or a Call' : ' or a Path'}.`,
    'Path: {"path":"/user/name"}, a JSON Pointer into the data model. In a template it begins at the element, without a slash: {"path":"name"}.',
    ...(has() ? ['Call: {"call":"name of a function","args":{…}}, with the result that is wanted.'] : []),
    ...(has('formatString')
      ? [
          'formatString: ${…} holds a path or a call: {"call":"formatString","args":{"value":"Hi ${/user/name}, ${formatNumber(value: ${/sum})} points"}}',
        ]
      : []),
    'Inputs write to the Path of their value: bind each to a place of its own.',
    'Id: the id of another component. Children: ["id1","id2"], or {"componentId":"row","path":"/items"}, a template: the component once for each element.',
    `Action: {"event":{"name":"save","context":{"name":{"path":"/user/name"}}}} is sent to you${has() ? '; {"functionCall":Call} runs in the browser' : ''}.`,
    'Check: {"condition":Bool,"message":string}; the message is shown while the condition is false.',
  ],
  place: 'Properties stand beside "id" and "component", the type. "?": optional.',
  mistakes: (has) => [
    '"component":"Text" and properties beside it, not {"Text":{…}}, type, props, properties.',
    '"x", not {"literalString":"x"}; ["a","b"], not {"explicitList":…}; {"componentId":…,"path":…}, not {"template":…}, dataBinding.',
    'The id of a child, which is an entry of its own, not the child inline. child holds one id, children a list.',
    '{"event":{"name":…,"context":{…}}}, not {"name":…} or "event":"save"; context is a map, not a list of keys and values.',
    ...(has() ? ['{"functionCall":{"call":…}} as an action, not {"call":…}.'] : []),
    'updateComponents, not surfaceUpdate; updateDataModel with value, not dataModelUpdate, contents; no beginRendering.',
    'Names and values as listed: no style, gap, className, no snake_case or kebab-case.',
    ...labelled(has),
  ],
  order:
    'createSurface; then updateComponents with root and at most 5 others, each parent before its children; then the other components in further messages; then updateDataModel.',
}

const wordsV08: Words = {
  messages: (catalogId, styles) => [
    '{"surfaceUpdate":{"surfaceId":"s1","components":[{"id":"root","component":{"Text":{"text":{"literalString":"Hi"}}}}]}}: adds components, or replaces those with the same id. Beside id: weight?: number, the share of a Row or Column.',
    '{"dataModelUpdate":{"surfaceId":"s1","path":"/user","contents":[{"key":"name","valueString":"Ada"}]}}: replaces what is at path, without path the whole model. Each entry has a key and one of valueString, valueNumber, valueBoolean, valueMap, a list of such entries; write a list as a valueMap with any keys.',
    `{"beginRendering":{"surfaceId":"s1","catalogId":${JSON.stringify(catalogId)},"root":"root"}}: draws the surface. Optional: ${styles === '' ? 'nothing else' : `styles: {${styles}}`}`,
    '{"deleteSurface":{"surfaceId":"s1"}}',
    'When the user acts you get {"userAction":{"name":…,"surfaceId":…,"context":{…}}}: answer with updates of that surface. Give each new surface a new id.',
  ],
  values: () => [
    'Str: {"literalString":"x"} or {"path":"/user/name"}. Num: literalNumber, Bool: literalBoolean, StrList: literalArray in its place. Value: any of these.',
    'A path is a JSON Pointer into the data model; in a template it begins at the element, without a slash: {"path":"name"}.',
    'Inputs write to their path: bind each to a place of its own.',
    'Id: the id of another component. Children: {"explicitList":["id1","id2"]}, or {"template":{"componentId":"row","dataBinding":"/items"}}, the component once for each element.',
    'Action: {"name":"save","context":[{"key":"name","value":{"path":"/user/name"}}]} is sent to you.',
  ],
  place: 'Properties stand in the object below the type. "?": optional.',
  mistakes: (has) => [
    '"component":{"Text":{…}}, not "component":"Text" with properties beside it.',
    '{"literalString":"x"}, not "x"; {"explicitList":["a","b"]}, not ["a","b"].',
    'The id of a child, which is an entry of its own, not the child inline. child holds one id, children several.',
    '{"name":"save"}, not {"event":{"name":"save"}}; context is a list of keys and values, not a map.',
    'surfaceUpdate, not updateComponents; dataModelUpdate with contents, not updateDataModel, value; no createSurface, no version.',
    'weight beside id, not among the properties. Names and values as listed: no style, gap, className, no snake_case.',
    ...labelled(has),
  ],
  order: 'surfaceUpdate, root first and each parent before its children; then dataModelUpdate; then beginRendering.',
}

function labelled(has: Has): readonly string[] {
  return has('Button') && has('Text') ? ['A Button shows its child, a Text: it has no text or label.'] : []
}
