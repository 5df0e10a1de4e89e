/** How a platform proves who it is (document 000, "Authentication" 1). Loaded only where the host gives credentials. */

export type Credentials =
  /** Sent as `X-API-Key`. */
  | { readonly kind: 'apiKey'; readonly key: string }
  /**
   * OAuth 2.0: sent as `Authorization: Bearer`. A function is asked before each request, and once more with
   * `expired: true` where the business answers 401.
   */
  | { readonly kind: 'bearer'; readonly token: string | ((expired: boolean) => string | Promise<string>) }
  /**
   * Mutual TLS: nothing is sent in a header. In Node the given `fetch` holds the certificate (an undici `Agent` with
   * `connect: { cert, key }` as its `dispatcher`); a browser chooses one of its own, and is allowed to.
   */
  | { readonly kind: 'mutualTls' }

/** The headers of a request to the business's endpoint. Profiles are fetched without any. */
export async function credentialHeaders(
  credentials: Credentials,
  expired: boolean,
): Promise<Readonly<Record<string, string>>> {
  if (credentials.kind === 'apiKey') return { 'X-API-Key': credentials.key }
  if (credentials.kind !== 'bearer') return {}
  const { token } = credentials
  return { Authorization: `Bearer ${typeof token === 'string' ? token : await token(expired)}` }
}
