/** Paths that were read as v0.9's, in the meaning of v0.8: in a list item the item's own value first, else the root's. */
import type { Props } from './assemble.ts'
import type { Action, Prop } from './component.ts'
import type { Expression, PathExpression } from './expression.ts'

/** Templates repeat over the members of objects, too. */
export function withItemPaths(props: Props): Props {
  return Object.fromEntries(Object.entries(props).map(([name, prop]) => [name, withItems(prop)]))
}

function withItems(prop: Prop): Prop {
  switch (prop.kind) {
    case 'dynamic':
      return { ...prop, expression: inItem(prop.expression) }
    case 'template':
      return { ...prop, path: itemPath(prop.path), objects: true }
    case 'action':
      return { ...prop, does: withContext(prop.does) }
    case 'list':
      return { ...prop, items: prop.items.map(withItems) }
    case 'members':
      return { ...prop, members: withItemPaths(prop.members) }
    default:
      return prop
  }
}

function withContext(does: Action['does']): Action['does'] {
  if (does.kind === 'call') return does
  return { ...does, context: does.context.map(([key, value]) => [key, inItem(value)]) }
}

function inItem(expression: Expression): Expression {
  if (expression.kind === 'path') return itemPath(expression)
  return expression.kind === 'list' ? { ...expression, items: expression.items.map(inItem) } : expression
}

function itemPath(path: PathExpression): PathExpression {
  return { ...path, from: 'item' }
}
