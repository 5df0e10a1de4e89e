/** A syntax tree of Markdown as React elements. No HTML string is ever made, so there is none to clean. */
import type { BlockContent, DefinitionContent, List, PhrasingContent, RootContent } from 'mdast'
import { Fragment, type ReactNode } from 'react'
import { linkTarget } from './link.ts'

type Block = RootContent | BlockContent | DefinitionContent

/** Blocks, one below the other. */
export function drawBlocks(blocks: readonly Block[]): ReactNode {
  return blocks.map((block, index) => <Fragment key={index}>{drawBlock(block)}</Fragment>)
}

function drawBlock(block: Block): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p className="sf-md-paragraph">{drawPhrases(block.children)}</p>
    case 'heading': {
      const Tag = `h${block.depth}` as const
      return (
        <Tag className={`sf-md-heading sf-text--h${Math.min(block.depth + 1, 5)}`}>{drawPhrases(block.children)}</Tag>
      )
    }
    case 'list':
      return drawList(block)
    case 'blockquote':
      return <blockquote className="sf-md-quote">{drawBlocks(block.children)}</blockquote>
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

function drawList({ ordered, start, spread, children }: List): ReactNode {
  const items = children.map((item, index) => (
    <li key={index}>
      {/* A tight list's items are lines, not paragraphs. */}
      {item.children.map((block, position) => (
        <Fragment key={position}>
          {block.type === 'paragraph' && !spread ? drawPhrases(block.children) : drawBlock(block)}
        </Fragment>
      ))}
    </li>
  ))
  return ordered ? (
    <ol className="sf-md-list" start={start ?? 1}>
      {items}
    </ol>
  ) : (
    <ul className="sf-md-list">{items}</ul>
  )
}

/** Inline content. */
export function drawPhrases(phrases: readonly PhrasingContent[]): ReactNode {
  return phrases.map((phrase, index) => <Fragment key={index}>{drawPhrase(phrase)}</Fragment>)
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
