/** `Text`: a paragraph, heading or caption, in simple Markdown. */
import type { ReactNode } from 'react'
import type { PlainText } from '../../react/plain-text.tsx'
import type { RendererInput, RendererOf } from '../../react/renderer.ts'
import { type Heading, headingAt } from '../markdown/heading.ts'
import { drawBlocks, drawPhrases, type Manner } from '../markdown/Markdown.tsx'
import { parseBlocks, parsePhrases, takesLong } from '../markdown/parse.ts'
import type { TextProps } from '../props.ts'

export const Text: RendererOf<TextProps> = (input) => {
  const { props, label, description } = input
  const { text, variant } = props
  const { tag: Tag, content } = drawnOf(text, variant, mannerOf(input))
  const plain = label === undefined && description === undefined
  return (
    <Tag className={classes[variant]} dir="auto">
      {plain ? content : spoken(content, label, description)}
    </Tag>
  )
}

/**
 * Most texts are plain: no Markdown, and nothing else to be said to assistive technology. Of a long one with marks that is
 * not asked, since to find out is as much work as to draw it.
 */
export const plainText = (input: RendererInput<TextProps>): PlainText | undefined => {
  const { props, label, description } = input
  const { text, variant } = props
  if (label !== undefined || description !== undefined || takesLong(text)) return undefined
  const { tag, content } = drawnOf(text, variant, mannerOf(input))
  return typeof content === 'string' && tag !== 'div' ? { tag, className: classes[variant], text: content } : undefined
}

/** A table, since a text put together would be kept by each element. */
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

interface TextManner extends Manner {
  /** A button's label is one line, of which no part can be pressed by itself. */
  readonly inControl: boolean
}

/** Links are removed in a control, on a frozen surface, and where screen readers get the label only. The input makes `link` when it is asked for. */
function mannerOf(input: RendererInput<TextProps>): TextManner {
  const { label, headingOffset, inControl, frozen } = input
  const links = label === undefined && !inControl && !frozen
  return { headingOffset, inControl, link: (address) => (links ? input.link('text', address) : undefined) }
}

function drawnOf(text: string, variant: TextProps['variant'], manner: TextManner): Drawn {
  if (manner.inControl) return { tag: 'span', content: lineOf(text, 'caption', manner).content }
  return variant === 'body' ? bodyOf(text, manner) : lineOf(text, variant, manner)
}

/** A single paragraph is one element; several blocks stand in a container. */
function bodyOf(text: string, manner: Manner): Drawn {
  const blocks = parseBlocks(text)
  if (!blocks) return { tag: 'p', content: text }
  const [first] = blocks
  if (first?.type === 'paragraph' && blocks.length === 1)
    return { tag: 'p', content: drawPhrases(first.children, manner) }
  return { tag: 'div', content: drawBlocks(blocks, manner) }
}

/** Headings and captions are one line. One whose text is still to come would be announced as an empty heading. */
function lineOf(text: string, variant: Exclude<TextProps['variant'], 'body'>, manner: Manner): Drawn {
  const phrases = parsePhrases(text)
  const tag = variant === 'caption' || text === '' ? 'p' : headingAt(Number(variant.slice(1)), manner.headingOffset)
  return { tag, content: phrases ? drawPhrases(phrases, manner) : text }
}

/** What the agent wants said takes the place of the drawn text; a description comes after it. */
function spoken(content: ReactNode, label: string | undefined, description: string | undefined): ReactNode {
  return (
    <>
      <span aria-hidden={label === undefined ? undefined : true}>{content}</span>
      <span className="sf-visually-hidden">{[label, description].filter(Boolean).join('. ')}</span>
    </>
  )
}
