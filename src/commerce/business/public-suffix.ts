/** Names below which many parties have names of their own. */

/**
 * Whether a host may be a public suffix, below which others have names too, such as `co.uk` or `github.io`. Not the whole
 * public list, which is 200 kB: a short label below a country's cannot be told from a company's, and is refused as well. A
 * host below it, such as `shop.t.co`, gives a name without doubt.
 */
export function isPublicSuffix(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return /^[a-z]{1,3}\.[a-z]{2}$/.test(host) || platforms.includes(host)
}

const platforms = [
  ...['github.io', 'gitlab.io', 'pages.dev', 'workers.dev', 'vercel.app', 'netlify.app', 'web.app', 'fly.dev'],
  ...['firebaseapp.com', 'herokuapp.com', 'myshopify.com', 'azurewebsites.net', 'cloudfront.net', 'blogspot.com'],
]

/**
 * The name that somebody has registered, with everything below it: `a.b.shop.example` is `shop.example`. An IP address is itself. Below
 * a country, `co`, `com` and the like are suffixes. Any other name there, such as `abc.de`, belongs to one party.
 */
export function registrableDomain(hostname: string): string {
  const host = hostname.replace(/\.$/, '')
  if (/^\[|^[\d.]+$/.test(host)) return host
  const labels = host.split('.')
  const end = labels.slice(-2).join('.')
  const isShared = platforms.includes(end) || /^(?:ac|co|com|edu|go|gob|gov|mil|ne|net|nom|or|org)\.[a-z]{2}$/.test(end)
  return labels.slice(isShared ? -3 : -2).join('.')
}
