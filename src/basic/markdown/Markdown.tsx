/** Draws a syntax tree of Markdown as React elements. There is no HTML string, so no HTML must be sanitized. */
import type {
  BlockContent,
  DefinitionContent,
  Link as LinkNode,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
} from 'mdast'
import { createElement, Fragment, type ReactNode, type RefCallback } from 'react'
import type { Link } from '../../surface/link.ts'
import { drawText } from '../text/long-text.tsx'
import { headingAt } from './heading.ts'
import { MarkdownLink } from './MarkdownLink.tsx'

type Block = RootContent | BlockContent | DefinitionContent

/** Joins nodes without keys: a changed text is parsed and drawn as a whole. */
function joined(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...nodes)
}

export interface MarkdownOptions {
  /** Added to the level of each heading. */
  readonly headingOffset: number
  /** Checks the address of a link. `undefined`: only the text of the link is drawn. */
  readonly link: (address: string) => Link | undefined
}

interface BlockOptions extends MarkdownOptions {
  /** The text is long: its blocks are laid out near the viewport only. */
  readonly long: boolean
}

type LinkOptions = Pick<MarkdownOptions, 'link'>

/** Draws block content. */
export function drawBlocks(blocks: readonly Block[], options: BlockOptions): ReactNode {
  return joined(blocks.map((block) => drawBlock(block, options)))
}

interface BlockAttributes {
  readonly className?: string | undefined
  readonly ref?: RefCallback<HTMLElement>
}

/** Of the element of a block. In a long text its height is guessed until the browser lays it out. */
function attributesOf({ position }: Block, { long }: BlockOptions, className?: string): BlockAttributes {
  if (!long) return { className }
  const near = className ? `${className} sf-near` : 'sf-near'
  // What was not parsed has no place in the source.
  const { start, end } = position ?? {}
  if (start?.offset === undefined || end?.offset === undefined) return { className: near }
  const lines = Math.ceil((end.offset - start.offset) / charactersOfLine)
  // Not as an attribute, which a strict policy forbids in served HTML.
  const guess: RefCallback<HTMLElement> = (element) =>
    element?.style.setProperty('contain-intrinsic-block-size', `auto ${1.55 * lines}em`)
  return { className: near, ref: guess }
}

const charactersOfLine = 60

function drawBlock(block: Block, options: BlockOptions): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p {...attributesOf(block, options, 'sf-md-paragraph')}>{drawPhrases(block.children, options)}</p>
    case 'heading':
      return createElement(
        headingAt(block.depth, options.headingOffset),
        attributesOf(block, options, `sf-md-heading sf-text--h${Math.min(block.depth + 1, 5)}`),
        drawPhrases(block.children, options),
      )
    case 'list':
      return drawList(block, options)
    case 'blockquote':
      return <blockquote className="sf-md-quote">{drawBlocks(block.children, options)}</blockquote>
    case 'code':
      return (
        <pre {...attributesOf(block, options, 'sf-md-code')} dir="ltr">
          <code>{drawText(block.value)}</code>
        </pre>
      )
    case 'thematicBreak':
      return <hr className="sf-md-rule" />
    default:
      return null
  }
}

function drawList({ ordered, start, spread, children }: List, options: BlockOptions): ReactNode {
  const items = joined(children.map((item) => drawItem(item, spread === true, options)))
  if (!ordered) return <ul className="sf-md-list">{items}</ul>
  const first = start ?? 1
  return (
    <ol className={`sf-md-list${paddingClass(first + children.length - 1)}`} start={first}>
      {items}
    </ol>
  )
}

/** A class that widens the padding for numbers of several digits: they stand in the padding and must not be cut off. */
function paddingClass(last: number): string {
  const digits = String(last).length
  if (digits === 1) return ''
  return digits <= 3 ? ' sf-md-list--long' : ' sf-md-list--longest'
}

/** Items of a tight list hold no paragraphs, unless the item itself has blank lines. */
function drawItem(item: ListItem, loose: boolean, options: BlockOptions): ReactNode {
  const { children, spread } = item
  const drawn = children.map((block) =>
    block.type === 'paragraph' && !loose && !spread ? drawPhrases(block.children, options) : drawBlock(block, options),
  )
  return <li {...attributesOf(item, options)}>{joined(drawn)}</li>
}

/** Draws inline content. */
export function drawPhrases(phrases: readonly PhrasingContent[], options: LinkOptions): ReactNode {
  return joined(phrases.map((phrase) => drawPhrase(phrase, options)))
}

function drawPhrase(phrase: PhrasingContent, options: LinkOptions): ReactNode {
  switch (phrase.type) {
    case 'text':
      return drawText(phrase.value)
    case 'emphasis':
      return <em>{drawPhrases(phrase.children, options)}</em>
    case 'strong':
      return <strong>{drawPhrases(phrase.children, options)}</strong>
    case 'inlineCode':
      return <code className="sf-md-inline-code">{phrase.value}</code>
    case 'break':
      return <br />
    case 'link':
      return drawLink(phrase, options)
    case 'image':
      // A picture would send a request without the user's consent. Its alternative text is drawn instead.
      return phrase.alt ?? ''
    default:
      return null
  }
}

function drawLink({ url, children }: LinkNode, options: LinkOptions): ReactNode {
  const content = drawPhrases(children, options)
  const link = options.link(url)
  const [first] = children
  return link ? (
    <MarkdownLink link={link} named={first?.type !== 'text' || first.value !== url}>
      {content}
    </MarkdownLink>
  ) : (
    content
  )
}
