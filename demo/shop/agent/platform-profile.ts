/** The agent's own profile for the commerce protocol: businesses fetch it to find out what both can do. */

/** The version that the agent speaks, and the capabilities that it uses. */
const platformVersion = '2026-04-08'

const capabilities = ['shopping.cart', 'shopping.catalog.search', 'shopping.catalog.lookup']

export const profilePath = '/profile.json'

/** @param version Default: the one that the agent speaks. */
export function platformProfile(version: string = platformVersion): Readonly<Record<string, unknown>> {
  const entries = capabilities.map((name) => [
    `dev.commerce.${name}`,
    [
      {
        version,
        spec: `https://commerce.dev/specification/${name}`,
        schema: `https://commerce.dev/schemas/${name}.json`,
      },
    ],
  ])
  return { commerce: { version, services: {}, payment_handlers: {}, capabilities: Object.fromEntries(entries) } }
}

/** The document as it is served. */
export function profileResponse(version: string | undefined): Response {
  return Response.json(platformProfile(version), { headers: { 'cache-control': 'public, max-age=60' } })
}
