/** React keys for siblings that the agent names, which may have one name twice. */

/**
 * A key for each name: the number of earlier uses of the name, a blank, and the name. The number stands first because a
 * name may be any text: no two keys are the same.
 */
export function keysOf(names: readonly string[]): readonly string[] {
  const uses = new Map<string, number>()
  return names.map((name) => {
    const use = uses.get(name) ?? 0
    uses.set(name, use + 1)
    return `${use} ${name}`
  })
}
