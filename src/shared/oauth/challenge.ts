/** `WWW-Authenticate` (RFC 9110, 11.6.1): what a server writes after 401 and 403, and what a client reads of it. */

/** Of one challenge, as in `{ error: 'insufficient_scope', scope: 'book' }` (RFC 6750, 3). */
export type ChallengeParameters = { readonly [name: string]: string | undefined }

/** Characters of a header that are read. */
const longestRead = 4_000
/** Characters of one value at most: a header that is too long is refused by proxies. */
const longest = 500

/** `scheme`: name of an authentication scheme, such as `Bearer`. */
export function writeChallenge(scheme: string, parameters: ChallengeParameters): string {
  const written = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}="${quotable(value)}"`],
  )
  return [scheme, written.join(', ')].join(' ').trim()
}

/** Only what may stand between quotes (RFC 6750, 3): a value that came with the request must not end the header. */
function quotable(value: string): string {
  return value.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '').slice(0, longest)
}

/**
 * The parameters of the first Bearer challenge; other schemes are left out. Names are in lower case. What cannot be read
 * ends the reading, and nothing is thrown.
 */
export function readBearerChallenge(whole: string): ChallengeParameters {
  const header = whole.slice(0, longestRead)
  // A name between quotes begins no challenge.
  const masked = header.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => '_'.repeat(quoted.length))
  const start = /(?:^|,)\s*Bearer(?=\s|,|$)/i.exec(masked)
  if (!start) return {}
  const parameter = /\s*,?\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.){0,2000})"|([^\s,"]+))/y
  parameter.lastIndex = start.index + start[0].length
  const found: Record<string, string> = Object.create(null)
  for (let match = parameter.exec(header); match; match = parameter.exec(header)) {
    const [, name = '', quoted, plain = ''] = match
    found[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, '$1') ?? plain
  }
  return found
}

/** A list of scopes as OAuth writes it (RFC 6749, 3.3). What is no scope is left out. */
export function scopesIn(text: unknown): readonly string[] {
  if (typeof text !== 'string') return []
  return [...new Set(text.split(' ').filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))]
}
