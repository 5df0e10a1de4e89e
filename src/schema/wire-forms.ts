/**
 * What an agent may send, in words for hints, and what it meant where it wrote the same in another way, mostly that of the
 * other version. Only what words a fault looks here. Names are in text/nearest.ts.
 */
import { clip, getOwn, isObject, mapMembers } from '../json/value.ts'
import type { Describe } from './fault.ts'

/**
 * By the role of a place; by `role.member` where an object with this member was sent instead; by `list.` for what is in a list.
 */
export interface WireForms {
  readonly [role: string]: string
}

const bound = '{"path": …} or a function call'
const template = '{"componentId": …, "path": …}'

export const v09Forms: WireForms = {
  string: `a string, ${bound}`,
  number: `a number, ${bound}`,
  boolean: `true, false, ${bound}`,
  stringList: `an array of strings, ${bound}`,
  objectList: `an array of objects, ${bound}`,
  value: `a JSON value, ${bound}`,
  child: 'the id of a component',
  children: `an array of component ids, or ${template}`,
  'children.template': template,
  action: 'either {"event": …} or {"functionCall": …}',
  'action.name': '{"event": {"name": …, "context": {…}}}',
  'action.call': '{"functionCall": {"call": …, "args": …}}',
  context: '{"key": …}, with a member for each key',
  'context.': 'its members as members of "context" itself',
  'components.': '{"id": …, "component": "Text", …}',
  'createSurface.components':
    'them in a message of their own, {"updateComponents": {"surfaceId": …, "components": […]}}',
  'createSurface.dataModel': 'it in a message of its own, {"updateDataModel": {"surfaceId": …, "value": {…}}}',
  'updateDataModel.contents': 'the same in "value", as plain JSON',
}

/** The member that holds what is written out in v0.8, by role. */
export const v08Literals: WireForms = {
  ...{ string: 'literalString', number: 'literalNumber', boolean: 'literalBoolean', stringList: 'literalArray' },
  ...{ value: 'literalString', children: 'explicitList' },
}

const entry = '{"key": …, "valueString": …}'
const pair = '{"key": …, "value": …}'

export const v08Forms: WireForms = {
  ...mapMembers(v08Literals, (name) => `{"${name}": …} or {"path": …}`),
  child: 'the id of a component',
  children: '{"explicitList": ["a", "b"]} or {"template": …}',
  'children.componentId': '{"template": {"componentId": …, "dataBinding": …}}',
  action: '{"name": …}',
  'action.event': `{"name": …, "context": [${pair}]}`,
  context: `[${pair}]`,
  'context.': pair,
  'components.': '{"id": …, "component": {"Text": {…}}}',
  contents: `[${entry}]`,
  'contents.': `${entry}, or another kind of value`,
  'valueMap.': `${entry}, or another kind of value`,
  'dataModelUpdate.value': `the same in "contents", as [${entry}]`,
}

/** What may stand at a place of this role, best of all for what was sent there. */
function formOf(forms: WireForms, role: string, sent: unknown, surplus?: string): string | undefined {
  const names = isObject(sent) ? Object.keys(sent) : []
  const [only, second] = names
  if (forms === v09Forms && !second && /^(literal|explicitL)/.test(`${only}`)) return `the value of "${only}" itself`
  const form = [surplus || role, ...names].map((name) => getOwn(forms, `${role}.${name}`)).find(Boolean)
  // Beside a path another member is one too many.
  return form ?? (second && names.includes('path') ? undefined : getOwn(forms, role))
}

/** A component as a version writes it, with the type that was sent in some place. */
export function componentForm(forms: WireForms, sent: unknown): string {
  const { type, component = type } = isObject(sent) ? sent : {}
  const name = isObject(component) ? Object.keys(component)[0] : component
  return (forms['components.'] as string).replace('Text', clip((typeof name === 'string' && name) || 'Text'))
}

/** `roleAt`: the role of a place, where it is known. Elsewhere it is the name of the place, or of the list that it is in. */
export function describer(forms: WireForms, roleAt: (at: string) => unknown): Describe {
  return (at, sent, surplus) => {
    const [name = '', list] = at.split('/').reverse()
    if (list === 'components') return componentForm(forms, sent)
    if (name === 'component') return componentForm(forms, { component: sent })
    return formOf(
      forms,
      String(roleAt(at) ?? (isObject(sent) && getOwn(forms, `${list}.`) ? `${list}.` : name)),
      sent,
      surplus,
    )
  }
}
