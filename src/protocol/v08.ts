/** Envelopes of v0.8, whose typed entries become JSON. */
import table from '../../catalogs/v0.8/server_to_client.json?envelope'
import { isPath, parseLoosePath, partsOf } from '../json/loose-path.ts'
import { placed, pointerOf, write } from '../json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../json/value.ts'
import { validatorsOf } from '../schema/check.ts'
import type { Envelope } from './envelope.ts'

export const v08: Envelope = {
  kinds: validatorsOf(table),
  pointerOf: (payload) => parseLoosePath(pathOf(payload)),
  // Host and file names look like paths. Who names the place in `path` has no need of another one in the key.
  valueOf: (payload) =>
    contentsOf(payload['contents'] as readonly JsonValue[], '/contents', /^\/?$/.test(pathOf(payload)) ? /./ : /\[/),
}

function pathOf(payload: JsonObject): string {
  return (payload['path'] ?? '') as string
}

/** The entries of a map as an object. A key is one name; at the top it may be a path, if it has what `paths` finds. */
function contentsOf(entries: readonly JsonValue[], at: string, paths?: RegExp): JsonValue {
  const owned = new WeakSet<object>()
  let value: Maybe = {}
  entries.forEach((entry, index) => {
    const place = `${at}/${index}`
    const { key: name, ...rest } = entry as JsonObject
    const [kind = '', input = null] = Object.entries(rest)[0] ?? []
    const next = kind === 'valueMap' ? contentsOf(input as readonly JsonValue[], `${place}/valueMap`) : input
    const key = name as string
    value = placed(`${place}/key`, () =>
      write(value, paths?.test(key) && isPath(key) ? partsOf([key]) : pointerOf([key]), next, owned, true),
    )
  })
  return value as JsonObject
}
