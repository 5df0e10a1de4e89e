/** Types in few words, as a prompt has them: `variant?: h1|h2|body`. */
import type { JsonValue } from '../json/value.ts'
import type { Member, Role, Type } from './type.ts'

/** What the prompt calls the protocol's own types; it explains each of them. */
const roleNames: { readonly [role in Role]: string } = {
  ComponentId: 'Id',
  ChildList: 'Children',
  DynamicString: 'Str',
  DynamicNumber: 'Num',
  DynamicBoolean: 'Bool',
  DynamicStringList: 'StrList',
  DynamicValue: 'Value',
  DataBinding: 'Path',
  FunctionCall: 'Call',
  CheckRule: 'Check',
  Action: 'Action',
  DataEntry: 'Entry',
}

/** More values than this stand in a list of their own. */
const maxInline = 12

/** Lists of values by name, which `signatureOf` adds to. */
export type ValueLists = Map<string, readonly JsonValue[]>

function signatureOf(type: Type, lists: ValueLists): string {
  switch (type.kind) {
    case 'role':
      return roleNames[type.role]
    case 'values':
      if (type.values.length <= maxInline || type.name === undefined) return type.values.map(word).join('|')
      lists.set(type.name, type.values)
      return type.name
    case 'scalar':
      return type.type
    case 'list': {
      const items = signatureOf(type.items, lists)
      return /[|]/.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`
    }
    case 'object': {
      const rest = type.rest && type.rest.kind !== 'any' ? [`[name]: ${signatureOf(type.rest, lists)}`] : []
      const members = [...type.members.map((member) => membersSignature([member], lists)), ...rest]
      return members.length > 0 ? `{${members.join(', ')}}` : 'object'
    }
    case 'union':
      return type.options.map((option) => signatureOf(option, lists)).join(' | ')
    case 'any':
      return 'JSON'
  }
}

/** Neighbours of one type and one text share both: `min?, max?: Str (the first or last date)`. */
export function membersSignature(members: readonly Member[], lists: ValueLists): string {
  const said = members.map(({ name, type, required, note }) => ({
    name: `${name}${required ? '' : '?'}`,
    rest: `${signatureOf(type, lists)}${note === undefined ? '' : ` (${note})`}`,
  }))
  return said.map(({ name, rest }, index) => (said[index + 1]?.rest === rest ? name : `${name}: ${rest}`)).join(', ')
}

/** Names are told without quotes. */
export function word(value: JsonValue): string {
  return typeof value === 'string' && /^[\w-]+$/.test(value) ? value : JSON.stringify(value)
}
