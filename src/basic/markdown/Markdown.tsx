/** A syntax tree of Markdown as React elements. No HTML string is ever made, so there is none to clean. */
import type { BlockContent, DefinitionContent, List, ListItem, PhrasingContent, RootContent } from 'mdast'
import { createElement, Fragment, type ReactNode } from 'react'
import { headingAt } from '../heading.ts'
import { linkTarget } from './link.ts'

type Block = RootContent | BlockContent | DefinitionContent

/** Nodes whose order is their identity: a text is drawn anew as a whole. */
function together(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...nodes)
}

/** Blocks, one below the other. `headingOffset`: levels that headings stand below the first. */
export function drawBlocks(blocks: readonly Block[], headingOffset: number): ReactNode {
  return together(blocks.map((block) => drawBlock(block, headingOffset)))
}

function drawBlock(block: Block, headingOffset: number): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p className="sf-md-paragraph">{drawPhrases(block.children)}</p>
    case 'heading':
      return createElement(
        headingAt(block.depth, headingOffset),
        { className: `sf-md-heading sf-text--h${Math.min(block.depth + 1, 5)}` },
        drawPhrases(block.children),
      )
    case 'list':
      return drawList(block, headingOffset)
    case 'blockquote':
      return <blockquote className="sf-md-quote">{drawBlocks(block.children, headingOffset)}</blockquote>
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

function drawList({ ordered, start, spread, children }: List, headingOffset: number): ReactNode {
  const items = together(children.map((item) => drawItem(item, spread === true, headingOffset)))
  return ordered ? (
    <ol className="sf-md-list" start={start ?? 1}>
      {items}
    </ol>
  ) : (
    <ul className="sf-md-list">{items}</ul>
  )
}

/** The items of a tight list are lines, not paragraphs. */
function drawItem({ children }: ListItem, spread: boolean, headingOffset: number): ReactNode {
  const drawn = children.map((block) =>
    block.type === 'paragraph' && !spread ? drawPhrases(block.children) : drawBlock(block, headingOffset),
  )
  return <li>{together(drawn)}</li>
}

/** Inline content. */
export function drawPhrases(phrases: readonly PhrasingContent[]): ReactNode {
  return together(phrases.map(drawPhrase))
}

function drawPhrase(phrase: PhrasingContent): ReactNode {
  switch (phrase.type) {
    case 'text':
      return phrase.value
    case 'emphasis':
      return <em>{drawPhrases(phrase.children)}</em>
    case 'strong':
      return <strong>{drawPhrases(phrase.children)}</strong>
    case 'inlineCode':
      return <code className="sf-md-inline-code">{phrase.value}</code>
    case 'break':
      return <br />
    case 'link':
      return drawLink(phrase.url, drawPhrases(phrase.children))
    case 'image':
      // A picture in a text would be a request that nobody asked for: its description stands for it.
      return phrase.alt ?? ''
    default:
      return null
  }
}

/** A link that may not be followed is its text. */
function drawLink(url: string, content: ReactNode): ReactNode {
  const target = linkTarget(url)
  if (target === undefined) return content
  return (
    <a className="sf-md-link" href={target} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  )
}
