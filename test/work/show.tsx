// One surface of the catalog for work in jsdom, made of one message's components. What the runtime reports is kept.
import { act, type RenderResult, render } from '@testing-library/react'
import { type CoreRuntime, createRuntime, type RuntimeOptions, type SurfaceError } from '../../src/entries/core.ts'
import { type ClientEvent, type JsonObject, type JsonValue, SurfaceList } from '../../src/entries/index.ts'
import { workCatalog } from '../../src/work/index.ts'
import { workRenderers } from '../../src/work/renderers.ts'

export interface Shown {
  readonly runtime: CoreRuntime
  readonly page: RenderResult
  readonly errors: readonly SurfaceError[]
  readonly events: readonly ClientEvent[]
  data(pointer: string): JsonValue | undefined
  /** The agent writes; without a value it removes. */
  write(path: string, value?: JsonValue): void
}

export interface ShowOptions extends Partial<RuntimeOptions> {
  readonly data?: JsonValue
  readonly strict?: boolean
}

export function show(
  components: readonly JsonObject[],
  { data = {}, strict = false, onEvent, ...options }: ShowOptions = {},
): Shown {
  const errors: SurfaceError[] = []
  const events: ClientEvent[] = []
  const runtime = createRuntime({
    catalogs: [workCatalog],
    timeZone: 'Europe/Berlin',
    locale: 'en-GB',
    ...options,
    onError: (error) => void errors.push(error),
    onEvent(event, wire) {
      events.push(event)
      return onEvent?.(event, wire)
    },
  })
  const message = (kind: string, payload: JsonObject): void =>
    runtime.apply({ version: 'v0.9', [kind]: { surfaceId: 's', ...payload } })
  message('createSurface', { catalogId: workCatalog.catalogId })
  message('updateDataModel', { path: '/', value: data })
  message('updateComponents', { components })
  const page = render(<SurfaceList runtime={runtime} renderers={workRenderers} />, { reactStrictMode: strict })
  return {
    runtime,
    page,
    errors,
    events,
    data: (pointer) => runtime.surface('s')?.data.get(pointer),
    write: (path, value) => act(() => message('updateDataModel', { path, ...(value !== undefined && { value }) })),
  }
}
