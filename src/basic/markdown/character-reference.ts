/**
 * Decodes `&amp;` and `&#38;` in Markdown by a table.
 *
 * The parser's own decoder sets `innerHTML` where a bundler builds for browsers, so Trusted Types stop it. The two extensions here
 * replace all that calls that decoder.
 */
import { characterEntities } from 'character-entities'
import type { Extension, Options } from 'mdast-util-from-markdown'
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference'
import { getOwn } from '../../json/value.ts'

type Syntax = NonNullable<Options['extensions']>[number]
type Construct = NonNullable<Extract<NonNullable<NonNullable<Syntax['text']>[number]>, { readonly tokenize: unknown }>>
type Step = ReturnType<Construct['tokenize']>

const ampersand = 38
const semicolon = 59

/** `text`: what stands between `&` and `;`. `undefined` for no reference. */
function decode(text: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(text) ?? []
  const digits = hexadecimal ?? decimal
  if (digits === undefined) return getOwn(characterEntities, text)
  return decodeNumericCharacterReference(digits, hexadecimal ? 16 : 10)
}

/** The longest name has 31 letters. */
const lengthAtMost = 31

const reference: Construct = {
  tokenize(effects, ok, nok) {
    let text = ''
    const next: Step = (code) => {
      if (code === semicolon && decode(text) !== undefined) {
        effects.exit('characterReferenceValue')
        effects.enter('characterReferenceMarker')
        effects.consume(code)
        effects.exit('characterReferenceMarker')
        effects.exit('characterReference')
        return ok
      }
      // A line ending has a negative code.
      const letter = code !== null && code > 0 ? String.fromCharCode(code) : ''
      if (!/[#\da-z]/i.test(letter) || text.length === lengthAtMost) return nok(code)
      text += letter
      effects.consume(code)
      return next
    }
    return (code) => {
      effects.enter('characterReference')
      effects.enter('characterReferenceMarker')
      effects.consume(code)
      effects.exit('characterReferenceMarker')
      effects.enter('characterReferenceValue')
      return next
    }
  },
}

/** For `extensions` of the parser, beside `characterReference` in `disable`. `string`: titles, addresses, names of languages. */
export const references: Syntax = { text: { [ampersand]: reference }, string: { [ampersand]: reference } }

/** For `mdastExtensions`. */
export const decodedReferences: Extension = {
  exit: {
    characterReferenceValue(token) {
      const parent = this.stack.at(-1)
      if (parent && 'value' in parent) parent.value += decode(this.sliceSerialize(token)) ?? ''
    },
    // Decodes a label, which only definitions need: they are off.
    labelText() {},
  },
}
