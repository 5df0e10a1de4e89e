// One surface in jsdom, made of one message's components. What the runtime reports is kept.
import { act, type RenderResult, render } from '@testing-library/react'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { RuntimeOptions, SurfaceError } from '../../src/entries/core.ts'
import {
  type ClientEvent,
  createRuntime,
  type JsonObject,
  type JsonValue,
  type Runtime,
  SurfaceList,
} from '../../src/entries/index.ts'

export interface Shown {
  readonly runtime: Runtime
  readonly page: RenderResult
  readonly errors: readonly SurfaceError[]
  readonly events: readonly ClientEvent[]
  /** The value in the data model. */
  data(pointer: string): JsonValue | undefined
  /** The agent writes; without a value it removes. */
  write(path: string, value?: JsonValue): void
  /** The agent sends components. */
  update(...components: readonly JsonObject[]): void
}

export interface ShowOptions extends Partial<RuntimeOptions> {
  readonly data?: JsonValue
  readonly theme?: JsonObject
  readonly strict?: boolean
}

export function show(
  components: readonly JsonObject[],
  { data = {}, theme = {}, strict = false, ...options }: ShowOptions = {},
): Shown {
  const errors: SurfaceError[] = []
  const events: ClientEvent[] = []
  const runtime = createRuntime({
    timeZone: 'Europe/Berlin',
    locale: 'en-GB',
    ...options,
    onError: (error) => void errors.push(error),
    onEvent: (event) => void events.push(event),
  })
  const message = (kind: string, payload: JsonObject): void =>
    runtime.apply({ version: 'v0.9', [kind]: { surfaceId: 's', ...payload } })
  message('createSurface', { catalogId: basicCatalog.catalogId, theme })
  message('updateDataModel', { path: '/', value: data })
  message('updateComponents', { components })
  const page = render(<SurfaceList runtime={runtime} />, { reactStrictMode: strict })
  return {
    runtime,
    page,
    errors,
    events,
    data: (pointer) => runtime.surface('s')?.data.get(pointer),
    write: (path, value) => act(() => message('updateDataModel', { path, ...(value !== undefined && { value }) })),
    update: (...more) => act(() => message('updateComponents', { components: more })),
  }
}

/** The same in v0.8; components as `[id, type, properties]`. */
export function show08(
  components: readonly (readonly [string, string, JsonObject])[],
  contents: readonly JsonValue[] = [],
): Shown {
  const errors: SurfaceError[] = []
  const runtime = createRuntime({ timeZone: 'Europe/Berlin', onError: (error) => void errors.push(error) })
  const update = (parts: typeof components): void =>
    runtime.apply({
      surfaceUpdate: {
        surfaceId: 's',
        components: parts.map(([id, type, props]) => ({ id, component: { [type]: props } })),
      },
    })
  runtime.apply({ dataModelUpdate: { surfaceId: 's', contents } })
  update(components)
  runtime.apply({ beginRendering: { surfaceId: 's', root: 'root' } })
  const page = render(<SurfaceList runtime={runtime} />)
  return {
    runtime,
    page,
    errors,
    events: [],
    data: (pointer) => runtime.surface('s')?.data.get(pointer),
    write: () => {
      throw new Error('not needed in v0.8')
    },
    update: () => {
      throw new Error('not needed in v0.8')
    },
  }
}

/** A check that fails while there is nothing at the path. */
export const needs = (path: string): JsonObject => ({
  checks: [{ condition: { call: 'required', args: { value: { path } }, returnType: 'boolean' }, message: 'Needed' }],
})
