/**
 * Members of version 0.3 that version 1.0 has renamed or removed. JavaScript may still write them, and no type complains: so they
 * are looked for where a host hands something over. What comes from other programs is read without them.
 */

/** Old name → what to write now. */
interface OldMembers {
  readonly [name: string]: string
}

const noKind = 'leave it out'

export const oldPartMembers: OldMembers = {
  kind: noKind,
  file: 'write "raw" or "url", with "mediaType" and "filename"',
  mimeType: 'write "mediaType"',
}

export const oldMessageMembers: OldMembers = { kind: noKind }

/** The first old member of an object. `has`: the end of a sentence. `now`: what to write. */
export function oldMemberIn(
  value: object,
  old: OldMembers,
): { readonly has: string; readonly now: string } | undefined {
  const given = new Map(Object.entries(value))
  const found = Object.entries(old).find(([name]) => given.get(name) !== undefined)
  return found && { has: `has "${found[0]}" of version 0.3`, now: found[1] }
}

/** Throws a `TypeError` for an old member. `what`: the begin of the sentence. */
export function refuseOld(what: string, value: unknown, old: OldMembers): void {
  const wrong = typeof value === 'object' && value !== null && oldMemberIn(value, old)
  if (wrong) throw new TypeError(`${what} ${wrong.has}: ${wrong.now}`)
}
