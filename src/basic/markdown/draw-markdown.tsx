/**
 * Draws Markdown as React elements. This file is loaded with the parser when the first text that may be Markdown is drawn.
 *
 * There is no HTML string, so no HTML must be sanitized.
 */
import type {
  BlockContent,
  DefinitionContent,
  Link as LinkNode,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
  Table,
} from 'mdast'
import { createElement, type ReactNode, type RefCallback } from 'react'
import { MarkdownLink } from './MarkdownLink.tsx'
import { MarkdownTable } from './MarkdownTable.tsx'
import { parseBlocks, parsePhrases } from './parse.ts'
import {
  drawText,
  headingAt,
  headingClass,
  joined,
  longest,
  type MarkdownOptions,
  type TextDrawing,
} from './text-drawing.tsx'

/** What draws with the parser. It is made once, when the parser has arrived. */
export function createTextDrawing(): TextDrawing {
  /** The last text that the running code has drawn, and its blocks: a list may name one text 500 times. */
  let last: { readonly text: string; readonly blocks: ReturnType<typeof parseBlocks> } | undefined

  function blocksOf(text: string): ReturnType<typeof parseBlocks> {
    if (last?.text === text) return last.blocks
    // Kept until the running code has ended: a tree takes a hundred times the memory of its text.
    if (!last) queueMicrotask(forget)
    last = { text, blocks: parseBlocks(text) }
    return last.blocks
  }

  function forget(): void {
    last = undefined
  }

  return {
    /** A single paragraph is one element. Several blocks have a container. */
    drawBody(text, options) {
      const blocks = blocksOf(text)
      if (!blocks) return { tag: 'p', content: drawText(text) }
      const [first] = blocks
      if (first?.type === 'paragraph' && blocks.length === 1)
        return { tag: 'p', content: drawPhrases(first.children, options) }
      return { tag: 'div', content: drawBlocks(blocks, { ...options, long: text.length > longest }) }
    },
    drawLine(text, options) {
      const phrases = parsePhrases(text)
      return phrases ? drawPhrases(phrases, options) : drawText(text)
    },
  }
}

type Block = RootContent | BlockContent | DefinitionContent

interface BlockOptions extends MarkdownOptions {
  /** The text is long: its blocks are laid out near the viewport only. */
  readonly long: boolean
}

type LinkOptions = Pick<MarkdownOptions, 'link'>

/** Draws block content. */
function drawBlocks(blocks: readonly Block[], options: BlockOptions): ReactNode {
  return joined(blocks.map((block) => drawBlock(block, options)))
}

interface BlockAttributes {
  readonly className?: string | undefined
  readonly ref?: RefCallback<HTMLElement>
}

/** Of the element of a block. In a long text its height is guessed until the browser lays it out. */
function attributesOf({ position }: Block, { long }: BlockOptions, className?: string): BlockAttributes {
  if (!long) return { className }
  const classes = className ? `${className} sf-near` : 'sf-near'
  // What was not parsed has no place in the source.
  const { start, end } = position ?? {}
  if (start?.offset === undefined || end?.offset === undefined) return { className: classes }
  const lines = Math.ceil((end.offset - start.offset) / charactersOfLine)
  // Not as an attribute, which a strict policy forbids in served HTML.
  const guess: RefCallback<HTMLElement> = (element) =>
    element?.style.setProperty('contain-intrinsic-block-size', `auto ${1.55 * lines}em`)
  return { className: classes, ref: guess }
}

const charactersOfLine = 60

function drawBlock(block: Block, options: BlockOptions): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p {...attributesOf(block, options, 'sf-md-paragraph')}>{drawPhrases(block.children, options)}</p>
    case 'heading':
      return createElement(
        headingAt(block.depth, options.headingOffset),
        attributesOf(block, options, headingClass(block.depth)),
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
    case 'table':
      return drawTable(block, options)
    case 'thematicBreak':
      return <hr className="sf-md-rule" />
    default:
      return null
  }
}

function drawTable({ align, children }: Table, options: BlockOptions): ReactNode {
  const [headings, ...rows] = children.map((row) => row.children.map((cell) => drawPhrases(cell.children, options)))
  return <MarkdownTable headings={headings ?? []} rows={rows} align={align ?? []} long={options.long} />
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
function drawPhrases(phrases: readonly PhrasingContent[], options: LinkOptions): ReactNode {
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
