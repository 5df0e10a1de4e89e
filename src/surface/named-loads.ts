/** Begins to load what the functions of a component need, by what its definition names: no value decides on a request. */
import type { Component, Prop } from '../catalog/component.ts'
import type { Expression } from '../catalog/expression.ts'
import type { Loads } from './loads.ts'

export function beginLoads({ props, implied }: Component, { begin }: Pick<Loads, 'begin'>): void {
  const visit = (node: Prop | Expression): void => {
    if (node.kind === 'call') {
      for (const { definition } of [node.fn, ...(node.functions?.values() ?? [])]) {
        if (definition.load) begin(definition.load)
      }
    }
    partsOf(node)?.forEach(visit)
  }
  for (const name in props) visit(props[name] as Prop)
  for (const { condition } of implied ?? []) visit(condition)
}

/** What is evaluated for a property or an expression. */
function partsOf(node: Prop | Expression): readonly (Prop | Expression)[] | undefined {
  switch (node.kind) {
    case 'dynamic':
      return [node.expression]
    case 'list':
      return node.items
    case 'join':
      return node.parts
    case 'members':
      return Object.values(node.members)
    case 'call':
      return Object.values(node.args)
    case 'action':
      return node.does.kind === 'call' ? [node.does.call] : node.does.context.map(([, value]) => value)
  }
  return undefined
}
