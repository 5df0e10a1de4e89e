/** Lenient mode: where a path leads that was written in another form, as far as the data tell. */
import type { PathExpression } from '../../catalog/expression.ts'
import { SurfaceError } from '../../errors/surface-error.ts'
import { formatPointer, join, type Pointer, root, samePointer } from '../../json/pointer.ts'
import { clip } from '../../json/value.ts'
import type { PlaceReader } from '../../surface/surface-parts.ts'
import { toSend } from './spoken.ts'

/** Names of the data as a whole, in front of a path. */
const ofData = /^(data|dataModel|model|state|root|\$)$/

/** A place of a list: that of the item is meant. */
const anyPlace = /^(\d+|\*|-|\[\]|\[?\{\w+\}\]?)$/

/** Where a path leads, which is told if that is not where it leads as it is written, `found`. */
export function placeFor(found: Pointer, path: PathExpression, evaluation: PlaceReader): Pointer {
  const place = meantPlace(found, path, evaluation)
  if (!samePointer(place, found)) {
    const { scope } = evaluation
    const isInItem = scope.length > 0 && scope.every((token, index) => token === place[index])
    const right = clip(isInItem ? formatPointer(place.slice(scope.length)).slice(1) : formatPointer(place))
    const message = `The path "${clip(formatPointer(found))}" is read as "${right}"`
    evaluation.fail?.(new SurfaceError('VALIDATION_FAILED', message, toSend(right)).asWarning())
  }
  return place
}

/**
 * `found`: where the path leads as it is written. A path into the list that a template repeats over means the item. Where there is
 * nothing, the first place counts that the path may mean and that has a value.
 */
export function meantPlace(found: Pointer, { pointer, from }: PathExpression, evaluation: PlaceReader): Pointer {
  const { scope } = evaluation
  const depth = scope.length
  if (depth > 0 && from !== 'scope' && pointer.length > depth) {
    const isOfList = scope.every(
      (token, index) => token === pointer[index] || (index === depth - 1 && anyPlace.test(pointer[index] as string)),
    )
    if (isOfList) return join(scope, pointer.slice(depth))
  }
  if (evaluation.surface.model?.read(found) !== undefined) return found
  const names = pointer.flatMap((token) => token.split('.')).filter((token) => token !== '')
  const inner = ofData.test(names[0] ?? '') ? names.slice(1) : names
  for (const base of depth > 0 ? [scope, root] : [root])
    for (const tokens of [pointer, names, inner]) {
      const place = join(base, tokens)
      // Recorded as read, so that a value that comes is noticed.
      if (tokens.length > 0 && evaluation.read(place) !== undefined) return place
    }
  return found
}
