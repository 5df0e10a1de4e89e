/** Where a report lies in a component of its message: such a fault costs the component alone. */

/** `at`: of a report. The index of the component in the list as it was sent; `undefined`: the report is of the message as a whole. */
export function componentIndex(at = ''): number | undefined {
  const [, index] = /^\/(?:updateComponents|surfaceUpdate)\/components\/(\d+)(?:\/|$)/.exec(at) ?? []
  return index === undefined ? undefined : Number(index)
}
