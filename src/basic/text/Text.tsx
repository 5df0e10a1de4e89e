/** `Text`: a paragraph, heading or caption, in simple Markdown. */
import type { ReactNode } from 'react'
import type { PlainText } from '../../react/plain-text.tsx'
import type { InlineRenderer, LateDrawing, RendererInput, RendererOf } from '../../react/renderer.ts'
import { gap } from '../../surface/evaluate.ts'
import { MarkdownText, markdown } from '../markdown/MarkdownText.tsx'
import {
  drawText,
  type Heading,
  headingAt,
  longest,
  type MarkdownOptions,
  mayBeMarkdown,
  type TextDrawing,
} from '../markdown/text-drawing.tsx'
import type { TextProps } from '../props.ts'

/** Plain text at once; Markdown without its marks until its parser has arrived. */
const drawTextOf: RendererOf<TextProps> = (input) => {
  const { variant } = input.props
  const text = textOf(input)
  const options = optionsOf(input)
  if (!mayBeMarkdown(text)) return elementOf({ tag: tagOf(variant, text, options), content: drawText(text) }, input)
  const draw = (module: TextDrawing): ReactNode => elementOf(drawnOf(text, variant, options, module), input)
  return <MarkdownText draw={draw} loads={!input.draft} />
}

export const Text: RendererOf<TextProps> = Object.assign(drawTextOf, {
  late: {
    awaits: ({ text = '' }) => !markdown.get() && mayBeMarkdown(text),
    ask(input) {
      const { text = '', variant } = input.props
      const module = markdown.get()
      if (module) drawnOf(text, variant, optionsOf(input), module)
    },
  } satisfies LateDrawing<TextProps>,
})

function elementOf({ tag: Tag, content }: Drawn, { props, label, description }: RendererInput<TextProps>): ReactNode {
  const plain = label === undefined && description === undefined
  return (
    <Tag className={classes[props.variant]} dir="auto">
      {plain ? content : withAccessibleText(content, label, description)}
    </Tag>
  )
}

/** A text that waits for a function keeps its height. */
function textOf({ props, loading }: RendererInput<TextProps>): string {
  return loading && props.text.trim() === '' ? gap : props.text
}

/**
 * Fast path: neither long nor Markdown, and no accessibility attributes. `undefined` for any other text. A text with marks is
 * not parsed here, since its renderer parses it.
 */
export const plainText = (input: RendererInput<TextProps>): PlainText | undefined => {
  const { props, label, description } = input
  return label === undefined && description === undefined ? plainOf(textOf(input), props.variant, input) : undefined
}

/** The same for a text that its parent draws. A component with any other property, such as a weight, has a view of its own. */
export const textLeaf: NonNullable<InlineRenderer<TextProps>['leaf']> = ({ props }, text, place) => {
  for (const name in props) if (name !== 'text' && name !== 'variant') return undefined
  const { variant: input } = props
  const variant = input?.kind === 'static' ? (input.value as TextProps['variant']) : 'body'
  // A heading whose text has not arrived is a paragraph for now.
  if (text === '' && variant !== 'body' && variant !== 'caption') return undefined
  return plainOf(text, variant, place)
}

type Place = Pick<RendererInput<TextProps>, 'inControl' | 'headingOffset'>

function plainOf(text: string, variant: TextProps['variant'], place: Place): PlainText | undefined {
  if (text.length > longest || mayBeMarkdown(text)) return undefined
  return { tag: tagOf(variant, text, place), className: classes[variant], text }
}

/** A table: with strings that are joined for each element, every element would keep a string of its own. */
const classes: { readonly [variant in TextProps['variant']]: string } = {
  body: 'sf-text sf-text--body',
  caption: 'sf-text sf-text--caption',
  h1: 'sf-text sf-text--h1',
  h2: 'sf-text sf-text--h2',
  h3: 'sf-text sf-text--h3',
  h4: 'sf-text sf-text--h4',
  h5: 'sf-text sf-text--h5',
}

interface Drawn {
  readonly tag: 'p' | 'div' | 'span' | Heading
  readonly content: ReactNode
}

interface TextOptions extends MarkdownOptions {
  /** Whether the text is the label of a button: one line, without links. */
  readonly inControl: boolean
}

/**
 * Links are removed in a control, on a frozen surface, and where screen readers get the label only. `input.link` is
 * read for the first link: the renderer input makes its members on their first use.
 */
function optionsOf(input: RendererInput<TextProps>): TextOptions {
  const { label, headingOffset, inControl, frozen } = input
  const links = label === undefined && !inControl && !frozen
  return { headingOffset, inControl, link: (address) => (links ? input.link('text', address) : undefined) }
}

function drawnOf(text: string, variant: TextProps['variant'], options: TextOptions, module: TextDrawing): Drawn {
  if (variant === 'body' && !options.inControl) return module.drawBody(text, options)
  return { tag: tagOf(variant, text, options), content: module.drawLine(text, options) }
}

/**
 * Headings and captions are one line. A text that has not arrived is a paragraph: screen readers announce empty
 * headings.
 */
function tagOf(variant: TextProps['variant'], text: string, place: Place): 'p' | 'span' | Heading {
  if (place.inControl) return 'span'
  if (variant === 'body' || variant === 'caption' || text === '' || text === gap) return 'p'
  return headingAt(Number(variant.slice(1)), place.headingOffset)
}

/** Screen readers read the label in place of the drawn text, and the description after it. */
function withAccessibleText(content: ReactNode, label: string | undefined, description: string | undefined): ReactNode {
  return (
    <>
      <span aria-hidden={label === undefined ? undefined : true}>{content}</span>
      <span className="sf-visually-hidden">{drawText([label, description].filter(Boolean).join('. '))}</span>
    </>
  )
}
