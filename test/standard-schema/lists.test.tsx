// Lists of objects that may be bound: the list is made sure of, so its type says that it is one.
import { act, render, screen } from '@testing-library/react'
import { createRuntime, defineRenderers, type JsonObject, type JsonValue, SurfaceList } from 'surface-runtime'
import { bindable, defineCatalogFromSchemas, optional, type PropsOf } from 'surface-runtime/standard-schema'
import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'

const catalog = defineCatalogFromSchemas({
  id: 'https://host.example/board',
  components: {
    Board: {
      description: 'Rows of a board',
      props: {
        rows: bindable(z.array(z.record(z.string(), z.number()))),
        people: optional(bindable(z.array(z.object({ name: z.string(), age: z.number() })))),
        numbers: optional(bindable(z.array(z.number()))),
        value: bindable(z.string()),
      },
    },
  },
})

type Board = PropsOf<typeof catalog>['Board']

it('[ST-6] the types say what is made sure of, and no more', () => {
  expectTypeOf<Board['rows']>().toEqualTypeOf<readonly JsonObject[]>()
  expectTypeOf<Board['people']>().toEqualTypeOf<
    readonly { readonly name?: JsonValue; readonly age?: JsonValue }[] | undefined
  >()
  expectTypeOf<Board['numbers']>().toEqualTypeOf<JsonValue | undefined>()
  expectTypeOf<Board['onChange']>().toEqualTypeOf<(value: string) => void>()
})

it.each<[string, JsonValue, readonly JsonValue[]]>([
  ['a list of objects', [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
  ['other things in the list', [{ a: 1 }, 'x', null, 3, [4]], [{ a: 1 }]],
  ['an object with the names of a list, as v0.8 has it', { 0: { a: 1 }, 1: { a: 2 } }, [{ a: 1 }, { a: 2 }]],
  ['a text', 'none', []],
  ['an object', { a: 1 }, []],
  ['null', null, []],
])('[ST-6] bound to %s', (_, value, rows) => {
  const Board = ({ props }: { readonly props: Board }) => <code>{JSON.stringify(props.rows)}</code>
  const runtime = createRuntime({ catalogs: [catalog] })
  const message = (kind: string, payload: object): void =>
    runtime.apply({ version: 'v0.9', [kind]: { surfaceId: 's', ...payload } })
  message('createSurface', { catalogId: catalog.catalogId })
  const board = { id: 'root', component: 'Board', rows: { path: '/rows' }, value: '' }
  message('updateComponents', { components: [board] })
  render(<SurfaceList runtime={runtime} renderers={defineRenderers<PropsOf<typeof catalog>>(catalog, { Board })} />)
  const read = (): unknown => JSON.parse(screen.getByText(/^\[/).textContent)
  expect(read()).toEqual([])
  act(() => message('updateDataModel', { path: '/rows', value }))
  expect(read()).toEqual(rows)
})
