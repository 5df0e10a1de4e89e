/** React keys for things that the agent names, twice perhaps by mistake. */

/** A key for each name: how often it was there before, and the name. */
export function keysOf(names: readonly string[]): readonly string[] {
  const uses = new Map<string, number>()
  return names.map((name) => {
    const use = uses.get(name) ?? 0
    uses.set(name, use + 1)
    return `${use} ${name}`
  })
}
