// Random graphs: what is refused is what a plain look at all ways says, and the cycle told is one.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Component, Edge } from '../../src/catalog/component.ts'
import { createComponentSet } from '../../src/surface/component-set.ts'
import { seedOf, sized } from '../support/soak.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const id = fc.constantFrom(...ids)
const edge: fc.Arbitrary<Edge> = fc.record({
  to: id,
  kind: fc.constantFrom('child', 'child', 'descending', 'template'),
})
const component: fc.Arbitrary<Component> = fc
  .record({ id, edges: fc.oneof(fc.constant([]), fc.array(edge, { maxLength: 3 })) })
  .map(({ id, edges }) => ({ id, type: 'Any', props: {}, edges, origin: { at: '' } }))

it('[C-5] [C-1] refuses exactly the messages that close an endless cycle, and is then as before', () => {
  let refusals = 0
  const numRuns = sized(400, 40_000, 2_000)
  fc.assert(
    fc.property(fc.array(fc.array(component, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), (messages) => {
      const set = createComponentSet({ components: ids.length })
      let expected = new Map<string, Component>()
      for (const message of messages) {
        const next = new Map([...expected, ...message.map((component) => [component.id, component] as const)])
        const put = set.put(message)
        expect(typeof put !== 'number').toBe(hasEndlessCircle(next))
        if (typeof put === 'number') expected = next
        else {
          refusals++
          expectCircle(put, next)
        }
        expect(set.byId).toEqual(expected)
        expect(set.missing).toBe(missingOf(expected))
      }
    }),
    { numRuns, ...seedOf(5) },
  )
  expect(refusals).toBeGreaterThan(0.25 * numRuns)
})

it('[C-5] looks at each component a few times only, however long the way', () => {
  const count = 2_000
  let looks = 0
  const chain = (closed: boolean): readonly Component[] =>
    Array.from({ length: count }, (_, n) => {
      const edges: readonly Edge[] = n + 1 < count || closed ? [{ to: `c${(n + 1) % count}`, kind: 'child' }] : []
      const look = (): readonly Edge[] => {
        looks++
        return edges
      }
      return Object.defineProperty({ id: `c${n}`, type: 'Any', props: {}, edges, origin: { at: '' } }, 'edges', {
        get: look,
      })
    })
  const set = createComponentSet({ components: count })
  expect(set.put(chain(true))).toHaveLength(count + 1)
  expect(set.put(chain(false))).toBe(count)
  expect(looks).toBeLessThan(30 * count)
})

type Graph = ReadonlyMap<string, Component>

function missingOf(components: ReadonlyMap<string, Component>): number {
  const named = [...components.values()].flatMap(({ edges }) => edges.map(({ to }) => to))
  return new Set(named.filter((id) => !components.has(id))).size
}

/** Plain references in a cycle, or a template that gives the same items again on the way round. */
function hasEndlessCircle(graph: Graph): boolean {
  const plain = reach(graph, ({ kind }) => kind === 'child')
  const any = reach(graph, () => true)
  const repeats = [...graph.values()].some(({ id, edges }) =>
    edges.some(({ to, kind }) => kind === 'template' && (to === id || any.get(to)?.has(id))),
  )
  return repeats || ids.some((id) => plain.get(id)?.has(id))
}

/** Who reaches whom in at least one step: the closure, by adding until nothing is new. */
function reach(graph: Graph, counts: (edge: Edge) => boolean): ReadonlyMap<string, ReadonlySet<string>> {
  const reached = new Map(
    ids.map((id) => [id, new Set((graph.get(id)?.edges ?? []).filter(counts).map(({ to }) => to))]),
  )
  for (let grown = true; grown; ) {
    grown = false
    for (const targets of reached.values()) {
      const before = targets.size
      for (const target of [...targets]) for (const further of reached.get(target) ?? []) targets.add(further)
      grown ||= targets.size > before
    }
  }
  return reached
}

function expectCircle(circle: readonly string[], graph: Graph): void {
  expect(circle.length).toBeGreaterThan(1)
  expect(circle.at(-1)).toBe(circle[0])
  for (const [index, from] of circle.slice(0, -1).entries())
    expect(graph.get(from)?.edges.map(({ to }) => to)).toContain(circle[index + 1])
}
