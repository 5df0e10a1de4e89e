/** The tree of a page as elements. Lines of the surface protocol become surfaces to edit. */
import type { ListItem, Table as MarkdownTable, PhrasingContent, RootContent, TableRow } from 'mdast'
import { createElement, Fragment, type ReactNode } from 'react'
import { plainText, slugOf } from './document.ts'
import { LiveSurface } from './LiveSurface.tsx'

export interface MarkdownProps {
  /** Headings have ids below it. */
  readonly page: string
  readonly nodes: readonly RootContent[]
}

export function Markdown({ page, nodes }: MarkdownProps): ReactNode {
  return inOrder(nodes.map((node) => block(node, page)))
}

/** The tree of a page never changes, so its parts need no keys. */
function inOrder(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}

function block(node: RootContent, page: string): ReactNode {
  switch (node.type) {
    case 'heading': {
      const Heading = `h${node.depth}` as const
      return <Heading id={`${page}/${slugOf(plainText(node.children))}`}>{inline(node.children)}</Heading>
    }
    case 'paragraph':
      return <p>{inline(node.children)}</p>
    case 'code':
      return node.lang === 'jsonl' ? <LiveSurface lines={node.value} /> : <Code text={node.value} />
    case 'list': {
      const List = node.ordered ? 'ol' : 'ul'
      return <List>{inOrder(node.children.map((item) => listItem(item, page)))}</List>
    }
    case 'table':
      return <Table table={node} />
    case 'thematicBreak':
      return <hr />
    default:
      return phrase(node as PhrasingContent)
  }
}

/** A paragraph in a list needs no element of its own. */
function listItem({ children }: ListItem, page: string): ReactNode {
  return (
    <li>
      {inOrder(children.map((child) => (child.type === 'paragraph' ? inline(child.children) : block(child, page))))}
    </li>
  )
}

/** Long lines scroll; for the keyboard the block can have the focus. */
function Code({ text }: { readonly text: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <pre className="guide__code" tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}

function Table({ table }: { readonly table: MarkdownTable }): ReactNode {
  const [head, ...body] = table.children
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <div className="guide__table" tabIndex={0} data-columns={head?.children.length}>
      <table>
        <thead>{head && row(head, 'th')}</thead>
        <tbody>{inOrder(body.map((one) => row(one, 'td')))}</tbody>
      </table>
    </div>
  )
}

function row({ children }: TableRow, name: 'th' | 'td'): ReactNode {
  // A head without words is no head.
  return (
    <tr>
      {inOrder(children.map((cell) => createElement(cell.children.length ? name : 'td', null, inline(cell.children))))}
    </tr>
  )
}

function inline(nodes: readonly PhrasingContent[]): ReactNode {
  return inOrder(nodes.map(phrase))
}

function phrase(node: PhrasingContent): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'strong':
      return <strong>{inline(node.children)}</strong>
    case 'emphasis':
      return <em>{inline(node.children)}</em>
    case 'link':
      return <a href={node.url}>{inline(node.children)}</a>
    case 'break':
      return <br />
    default:
      return null
  }
}
