/** How long a business asks to wait (RFC 9110, section 10.2.3). */

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterOf(answer: { readonly headers?: Headers | undefined }): number | undefined {
  const header = answer.headers?.get('retry-after')
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}
