/** Addresses in answers: what could run code or leads nowhere is taken out, so that hosts can use what is left. */
import { parseAddress } from '../json/address.ts'
import { isObject } from '../json/value.ts'
import { isAllowedUrl } from './address.ts'

type JsonRecord = Readonly<Record<string, unknown>>

export interface LinkOptions {
  readonly allowInsecureLoopback?: boolean
  readonly onWarning?: (warning: string) => void
}

/**
 * A copy of a cart, product or refusal without addresses of other schemes. `continue_url` must be `https`; the other
 * links of document 000 and their pictures may be `http` too, pictures also data of a bitmap. Of a medium whose address
 * is refused nothing is left.
 *
 * @param levels Of resources in resources: a line's item is the third. What lies deeper is of no known shape.
 */
export function withSafeLinks<T>(resource: T, options: LinkOptions = {}, levels = 3): T {
  if (!isObject(resource) || levels === 0) return resource
  const copy: Record<string, unknown> = { ...resource }
  const isContinuation = (address: unknown): boolean =>
    typeof address === 'string' && isAllowedUrl(address, options.allowInsecureLoopback)
  for (const [key, isSafe] of [
    ['continue_url', isContinuation],
    ['url', isLink],
    ['image_url', isPicture],
  ] as const) {
    if (copy[key] === undefined || isSafe(copy[key])) continue
    options.onWarning?.(`The address in "${key}" is not allowed and was left out`)
    delete copy[key]
  }
  for (const key of ['messages', 'line_items', 'products', 'variants']) {
    const list = copy[key]
    if (Array.isArray(list)) copy[key] = list.map((item) => withSafeLinks(item, options, levels - 1))
  }
  if (isObject(copy['item'])) copy['item'] = withSafeLinks(copy['item'], options, levels - 1)
  if (Array.isArray(copy['media'])) copy['media'] = pictures(copy['media'], options)
  return copy as T
}

function pictures(media: unknown, { onWarning }: LinkOptions): readonly JsonRecord[] {
  return (media as readonly JsonRecord[]).filter((medium) => {
    const allowed = isPicture(medium['url'])
    if (!allowed) onWarning?.('The address in "media" is not allowed and was left out')
    return allowed
  })
}

function isLink(address: unknown): boolean {
  return typeof address === 'string' && /^https?:$/.test(parseAddress(address)?.protocol ?? '')
}

function isPicture(address: unknown): boolean {
  return isLink(address) || (typeof address === 'string' && /^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/.test(address))
}
