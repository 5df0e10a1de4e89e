// Limits of what is received: lines, values, ids, components, data, and what is held.
import { dataBytes } from '../../../src/json/data-bytes.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { times } from '../../support/times.ts'
import { type Edge, sending } from './edge.ts'

/** So many bytes in parts that are no larger than this and about as large as one another. */
function parts(bytes: number, max: number): readonly number[] {
  const count = Math.ceil(bytes / max)
  return times(count, (index) => Math.floor((bytes + index) / count))
}

/** Writes texts that come to so many bytes, keys of four letters and 8 for each value among them. */
function filling(surfaceId: string, bytes: number): readonly JsonObject[] {
  const max = 90_000
  return times(Math.ceil(bytes / max), (index) => {
    const left = Math.min(max, bytes - index * max)
    return UD(surfaceId, `/${1_000 + index}`, 'x'.repeat(left - 12))
  })
}

const calls = (depth: number): JsonValue =>
  depth === 0 ? true : { call: 'not', args: { value: calls(depth - 1) }, returnType: 'boolean' }

const padded = (message: JsonValue, size: number): string => JSON.stringify(message).padEnd(size)

export const edgesOfMessages: readonly Edge[] = [
  {
    limit: 'lineBytes',
    code: 'LIMIT_LINE_BYTES',
    small: 300,
    use: (size, limits) => sending(limits, CS('s'), padded(UD('s', '/n', 1), size)).codes(),
  },
  {
    limit: 'lineBytes',
    what: 'of more than one to a character',
    code: 'LIMIT_LINE_BYTES',
    small: 300,
    use(size, limits) {
      const line = padded(UD('s', '/n', 'é'), size - 1)
      return sending(limits, CS('s'), line).codes()
    },
  },
  {
    limit: 'jsonDepth',
    code: 'LIMIT_DEPTH',
    small: 5,
    // The object, and the payload in it.
    use(size, limits) {
      const nested = '['.repeat(size - 2) + ']'.repeat(size - 2)
      return sending(limits, CS('s'), JSON.stringify(UD('s', '/n', '?')).replace('"?"', nested)).codes()
    },
  },
  {
    limit: 'stringLength',
    code: 'LIMIT_STRING',
    // The catalog's id is a string, too.
    small: 100,
    use: (size, limits) => sending(limits, CS('s'), UD('s', '/n', 'x'.repeat(size))).codes(),
  },
  {
    limit: 'idLength',
    what: 'of a surface',
    code: 'ENVELOPE_INVALID',
    small: 4,
    use: (size, limits) => sending(limits, CS('x'.repeat(size))).codes(),
  },
  {
    limit: 'idLength',
    what: 'of a component',
    code: 'COMPONENT_SHAPE',
    small: 4,
    use: (size, limits) => sending(limits, CS('s'), UC('s', [T('x'.repeat(size), 'x')])).codes(),
  },
  {
    limit: 'surfaces',
    code: 'LIMIT_SURFACES',
    small: 2,
    use: (size, limits) => sending(limits, ...times(size, (index) => CS(`s${index}`))).codes(),
  },
  {
    limit: 'components',
    code: 'LIMIT_COMPONENTS',
    small: 3,
    use: (size, limits) =>
      sending(
        limits,
        CS('s'),
        UC(
          's',
          times(size, (index) => T(`t${index}`, 'x')),
        ),
      ).codes(),
  },
  {
    limit: 'dataBytes',
    code: 'LIMIT_DATA_BYTES',
    small: 200,
    use: (size, limits) => sending(limits, CS('s'), ...filling('s', size)).codes(),
  },
  {
    limit: 'totalDataBytes',
    code: 'LIMIT_DATA_BYTES',
    small: 200,
    use(size, limits) {
      const part = Math.floor(size / 4)
      const surfaces = ['s', 't', 'u', 'v'].map((id) => [id, id === 'v' ? size - 3 * part : part] as const)
      const beside = { dataBytes: Number.POSITIVE_INFINITY, ...limits }
      return sending(beside, ...surfaces.flatMap(([id, bytes]) => [CS(id), ...filling(id, bytes)])).codes()
    },
  },
  {
    limit: 'callDepth',
    code: 'LIMIT_CALL_DEPTH',
    small: 4,
    beside: { jsonDepth: 200 },
    use: (size, limits) =>
      sending(
        limits,
        CS('s'),
        UC('s', [{ id: 'root', component: 'CheckBox', label: 'x', value: calls(size) }]),
      ).codes(),
  },
  {
    limit: 'patternLength',
    code: 'VALIDATION_FAILED',
    small: 8,
    use(size, limits) {
      const field = { id: 'root', component: 'TextField', label: 'x', validationRegexp: 'a'.repeat(size) }
      return sending(limits, CS('s'), UC('s', [field])).codes()
    },
  },
  {
    limit: 'heldBytes',
    code: 'LIMIT_HELD',
    small: 400,
    use: (size, limits) => sending(limits, ...waiting(size, (bytes) => 'x'.repeat(bytes))).codes(),
  },
  {
    limit: 'heldBytes',
    what: 'of more than one to a character',
    code: 'LIMIT_HELD',
    small: 400,
    use: (size, limits) => sending(limits, ...waiting(size, twoByTwo)).codes(),
  },
  {
    limit: 'heldBytes',
    what: 'of data',
    code: 'LIMIT_HELD',
    small: 400,
    use(size, limits) {
      const write = (bytes: number, index: number): JsonObject => {
        const path = `k${1_000 + index}`
        const around = 200 + dataBytes([path]) + dataBytes({ k: '' })
        return v08.DM('s', [{ key: 'k', valueString: 'x'.repeat(bytes - around) }], path)
      }
      return sending(limits, ...parts(size, 90_000).map(write)).codes()
    },
  },
  {
    limit: 'heldBytes',
    what: 'of messages that did not come as text',
    code: 'LIMIT_HELD',
    small: 400,
    async use(size, limits) {
      const { runtime, codes } = record({ limits })
      runtime.apply(waiting(size, twoByTwo))
      return codes()
    },
  },
]

/** Updates of components that wait, of so many bytes. `textOf`: a text of so many. */
function waiting(size: number, textOf: (bytes: number) => string): readonly JsonObject[] {
  return parts(size, 90_000).map((bytes, index) => {
    const id = `t${1_000 + index}`
    return v08.SU('s', [v08.T(id, textOf(bytes - 200 - dataBytes([v08.T(id, '')])))])
  })
}

/** Letters of two bytes, and one of one byte where two do not fit. */
const twoByTwo = (bytes: number): string => 'é'.repeat(bytes >> 1) + 'x'.repeat(bytes % 2)
