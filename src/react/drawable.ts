/** Properties as the page shows them: no text in them holds half of a surrogate pair or a pile of marks. */
import { type Action, isReference } from '../catalog/component.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import type { JsonValue } from '../json/value.ts'
import type { Evaluated } from '../surface/evaluate.ts'
import { tooManyMarks } from './component-errors.ts'
import { maxDepth } from './nodes.ts'

interface Reporter {
  report(error: SurfaceError): void
}

/** What draws properties: see `RendererInput.props`. */
interface Renderer extends Reporter {
  actFor(name: string, action: Action): unknown
  onChange(value: JsonValue): void
}

interface Props {
  readonly [name: string]: Evaluated
}

/** With the flag `u` a whole pair is one character, so only halves are in this range. JSON may hold such a half: `\ud800`. */
const half = /[\ud800-\udfff]/u
const halves = /[\ud800-\udfff]+/gu

/**
 * A letter with its marks is shaped as one. Chromium takes quadratic time for it: one letter with 48,000 marks took 5.9 s of
 * layout, 24,000 tones of skin 54 s. No language needs more than 30 marks in a row (Unicode Standard Annex 15). Format characters
 * count, because most of them do not end the row for Chromium.
 */
const maxMarks = 32
const pile = /[\p{M}\p{EMod}\p{Cf}]{33}/u
const piles = /([\p{M}\p{EMod}\p{Cf}]{32})[\p{M}\p{EMod}\p{Cf}]+/gu

/** Whether a text is drawn as it stands. */
export function isDrawable(text: string): boolean {
  return !half.test(text) && (text.length <= maxMarks || !pile.test(text))
}

/**
 * Each run of halves becomes one U+FFFD, the sign for what cannot be shown. A half has no glyph, so Chromium searches other
 * fonts, and shapes a run anew for each line: 90,000 halves took 0.9 s of layout, and as many U+FFFD 0.8 s.
 */
export function drawableText(text: string, reporter: Reporter): string {
  if (isDrawable(text)) return text
  const whole = text.replace(halves, '\ufffd')
  const cut = whole.replace(piles, '$1…')
  if (cut !== whole) reporter.report(tooManyMarks())
  return cut
}

/** The properties of a component, its actions as functions. The same object where nothing is to be changed. */
export function drawableProps(props: Props, renderer: Renderer): object {
  const drawn: { [name: string]: unknown } = drawableMembers(props, renderer, 0)
  let changed = drawn === props ? undefined : drawn
  for (const name in props) {
    const value = props[name]
    if (!isAction(value)) continue
    changed ??= { ...props }
    changed[name] = renderer.actFor(name, value)
  }
  if ('value' in props && !('onChange' in props)) changed = { ...drawn, ...changed, onChange: renderer.onChange }
  return changed ?? props
}

function isAction(value: Evaluated): value is Action {
  return typeof value === 'object' && value !== null && isReference(value) && (value as Action).kind === 'action'
}

/** The same object where nothing is to be changed, which is nearly always so. */
function drawableMembers(props: Props, reporter: Reporter, depth: number): { [name: string]: Evaluated } {
  let changed: { [name: string]: Evaluated } | undefined
  for (const name in props) {
    const value = props[name]
    const drawn = drawable(value, reporter, depth)
    if (drawn === value) continue
    changed ??= { ...props }
    changed[name] = drawn
  }
  return changed ?? props
}

function drawable(value: Evaluated, reporter: Reporter, depth: number): Evaluated {
  if (typeof value === 'string') return drawableText(value, reporter)
  if (typeof value !== 'object' || value === null || depth === maxDepth || isReference(value)) return value
  if (!Array.isArray(value)) return drawableMembers(value as Props, reporter, depth + 1)
  const drawn = value.map((item) => drawable(item, reporter, depth + 1))
  return drawn.some((item, index) => item !== value[index]) ? drawn : value
}
