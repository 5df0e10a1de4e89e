/** Sets by a key: what was reported, what was refused. */

/** Adds a member to the set of a key. Returns whether it is new. */
export function addTo<K, V>(sets: Map<K, Set<V>>, key: K, member: V): boolean {
  const known = sets.get(key)
  if (known?.has(member)) return false
  if (known) known.add(member)
  else sets.set(key, new Set([member]))
  return true
}
