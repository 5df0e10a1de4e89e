/** A syntax tree of Markdown as React elements. No HTML string is ever made, so there is none to clean. */
import type {
  BlockContent,
  DefinitionContent,
  Link as LinkNode,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
} from 'mdast'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Link } from '../../surface/link.ts'
import { headingAt } from './heading.ts'
import { MarkdownLink } from './MarkdownLink.tsx'

type Block = RootContent | BlockContent | DefinitionContent

/** Nodes whose order is their identity: a text is drawn anew as a whole. */
function together(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...nodes)
}

export interface Manner {
  /** Levels that headings stand below the first. */
  readonly headingOffset: number
  /** What may be done with the address of a link; where it is `undefined`, the link is its text. */
  readonly link: (address: string) => Link | undefined
}

/** Blocks, one below the other. */
export function drawBlocks(blocks: readonly Block[], manner: Manner): ReactNode {
  return together(blocks.map((block) => drawBlock(block, manner)))
}

function drawBlock(block: Block, manner: Manner): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p className="sf-md-paragraph">{drawPhrases(block.children, manner)}</p>
    case 'heading':
      return createElement(
        headingAt(block.depth, manner.headingOffset),
        { className: `sf-md-heading sf-text--h${Math.min(block.depth + 1, 5)}` },
        drawPhrases(block.children, manner),
      )
    case 'list':
      return drawList(block, manner)
    case 'blockquote':
      return <blockquote className="sf-md-quote">{drawBlocks(block.children, manner)}</blockquote>
    case 'code':
      return (
        <pre className="sf-md-code" dir="ltr">
          <code>{block.value}</code>
        </pre>
      )
    case 'thematicBreak':
      return <hr className="sf-md-rule" />
    default:
      return null
  }
}

function drawList({ ordered, start, spread, children }: List, manner: Manner): ReactNode {
  const items = together(children.map((item) => drawItem(item, spread === true, manner)))
  if (!ordered) return <ul className="sf-md-list">{items}</ul>
  const first = start ?? 1
  return (
    <ol className={`sf-md-list${widthOf(first + children.length - 1)}`} start={first}>
      {items}
    </ol>
  )
}

/** A class for numbers that need more room than a bullet: they stand in the padding, and a box may be cut at its edge. */
function widthOf(last: number): string {
  const digits = String(last).length
  if (digits === 1) return ''
  return digits <= 3 ? ' sf-md-list--long' : ' sf-md-list--longest'
}

/** The items of a tight list are lines, not paragraphs; one that has blank lines within has paragraphs all the same. */
function drawItem({ children, spread }: ListItem, loose: boolean, manner: Manner): ReactNode {
  const drawn = children.map((block) =>
    block.type === 'paragraph' && !loose && !spread ? drawPhrases(block.children, manner) : drawBlock(block, manner),
  )
  return <li>{together(drawn)}</li>
}

/** Inline content. */
export function drawPhrases(phrases: readonly PhrasingContent[], manner: Pick<Manner, 'link'>): ReactNode {
  return together(phrases.map((phrase) => drawPhrase(phrase, manner)))
}

function drawPhrase(phrase: PhrasingContent, manner: Pick<Manner, 'link'>): ReactNode {
  switch (phrase.type) {
    case 'text':
      return phrase.value
    case 'emphasis':
      return <em>{drawPhrases(phrase.children, manner)}</em>
    case 'strong':
      return <strong>{drawPhrases(phrase.children, manner)}</strong>
    case 'inlineCode':
      return <code className="sf-md-inline-code">{phrase.value}</code>
    case 'break':
      return <br />
    case 'link':
      return drawLink(phrase, manner)
    case 'image':
      // A picture in a text would be a request that nobody asked for: its description stands for it.
      return phrase.alt ?? ''
    default:
      return null
  }
}

/** A link that may not be followed is its text. */
function drawLink({ url, children }: LinkNode, manner: Pick<Manner, 'link'>): ReactNode {
  const content = drawPhrases(children, manner)
  const link = manner.link(url)
  const [first] = children
  return link ? (
    <MarkdownLink link={link} named={first?.type !== 'text' || first.value !== url}>
      {content}
    </MarkdownLink>
  ) : (
    content
  )
}
