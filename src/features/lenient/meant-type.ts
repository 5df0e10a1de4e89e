/** Lenient mode: a type of another vocabulary → the type that means it; of none that is known, the texts and children. */

import type { CompiledComponent } from '../../catalog/compiled.ts'
import { type Report, SurfaceError } from '../../errors/surface-error.ts'
import { escapeToken } from '../../json/pointer.ts'
import { clip, isList, type JsonObject, type JsonValue } from '../../json/value.ts'
import { errorOf } from '../../schema/fault.ts'
import { listed } from '../../schema/remedy.ts'
import { plainWord } from '../../text/nearest.ts'
import { childrenIn, inV08 } from './fallback-children.ts'
import { inlineIn, inPlace, isText } from './meant-children.ts'
import { meaningOf, namesFor, textNames } from './meant-words.ts'
import { toSend } from './spoken.ts'

export interface MeantType {
  readonly type: string
  readonly bag: JsonObject
}

interface Types {
  readonly [type: string]: CompiledComponent
}

/**
 * The type that an unknown one stands for, and its properties. A type of no known meaning is a column of the texts and children that it
 * has. `undefined`: it has none.
 */
export function meantType(
  sent: string,
  bag: JsonObject,
  types: Types,
  old: boolean,
  warn: Report,
): MeantType | undefined {
  const known = Object.keys(types)
  const at = old ? `/component/${escapeToken(clip(sent))}` : '/component'
  const word = plainWord(sent)
  const same = known.find((type) => plainWord(type) === word || types[type]?.synonyms?.includes(word))
  const meant = same === undefined ? meaningOf(sent, bag, known) : { type: same, preset: {} }
  if (meant) {
    const message = `The type "${sent}" is taken for "${meant.type}"`
    warn(errorOf({ message, ...toSend(meant.type), at }).asWarning())
    const { shapes = {}, validate } = types[meant.type] ?? {}
    const preset = Object.entries(meant.preset).flatMap(([name, value]) => {
      const theirs = [name, ...namesFor(name)].find((one) => Object.hasOwn(shapes, one))
      if (theirs === undefined || Object.hasOwn(bag, theirs) || Object.hasOwn(bag, name)) return []
      const isWrong = validate?.({ ...bag, [theirs]: value })?.some(({ instancePath }) => instancePath === `/${theirs}`)
      return isWrong ? [] : [[theirs, value]]
    })
    return { type: meant.type, bag: { ...bag, ...Object.fromEntries(preset) } }
  }
  const parts = partsIn(bag, old)
  if (types[container]?.shapes['children'] !== 'children' || parts.length === 0) return undefined
  const message = `There is no component type "${clip(sent)}"; its texts and children are drawn`
  warn(new SurfaceError('COMPONENT_UNKNOWN', message, { ...listed('Known', known), at }).asWarning())
  return { type: container, bag: { children: old ? { explicitList: parts } : parts } }
}

/** What draws the parts of a component of unknown type. */
const container = 'Column'

/**
 * Texts, pictures and children of a component of unknown type, as components in place. None, if it has children alone: these are
 * drawn without it; see fallback-children.ts.
 */
function partsIn(bag: JsonObject, old: boolean): readonly JsonValue[] {
  const parts: JsonValue[] = []
  for (const [name, value] of Object.entries(bag)) {
    const word = plainWord(name)
    if (textNames.has(word) && isText(value)) parts.push(inPlace('Text', { text: value }, old))
    else if (/^(image|imageurl|picture|photo|thumbnail)$/.test(word) && typeof value === 'string')
      parts.push(inPlace('Image', { url: value }, old))
    else if (isList(value)) for (const one of value) if (inlineIn(one)) parts.push(one)
  }
  const action = Object.entries(bag).find(([name]) => /^(action|on[A-Z]\w*)$/.test(name))?.[1]
  if (parts.length === 0) return parts
  const children = childrenIn(bag, '')
  if (children && 'path' in children)
    parts.push(inPlace(container, { children: old ? inV08(children) : children }, old))
  else for (const child of children ?? []) parts.push(child)
  // What is to be pressed needs a button, which says what the texts say.
  return action === undefined
    ? parts
    : [
        inPlace(
          'Button',
          { child: inPlace(container, { children: old ? { explicitList: parts } : parts }, old), action },
          old,
        ),
      ]
}
