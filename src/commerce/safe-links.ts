/** Addresses in answers: what could run code or leads nowhere is taken out, so that hosts can use what is left. */

import { isObject } from '../json/value.ts'
import { parseAddress } from '../text/address.ts'
import { isAllowedUrl } from './address.ts'

export interface LinkOptions {
  readonly allowInsecureLoopback?: boolean
  readonly onWarning?: (warning: string) => void
}

/** Members that hold resources, or arrays of them. */
const nested = ['messages', 'line_items', 'item', 'products', 'variants', 'links', 'policies', 'actions']

/**
 * A copy of a cart, product or refusal without addresses of other schemes. `continue_url` must be `https`; the other
 * links of document 000 and their pictures may be `http` too, pictures also data of a bitmap. Of a medium whose address
 * is refused nothing is left.
 *
 * @param levels Of resources in resources: links of a variant are the fourth. What lies deeper is of no known shape.
 */
export function withSafeLinks<T>(resource: T, options: LinkOptions = {}, levels = 4): T {
  if (!isObject(resource) || levels === 0) return resource
  const copy: Record<string, unknown> = { ...resource }
  const leaveOut = (key: string): void => options.onWarning?.(`The address in "${key}" is not allowed and was left out`)
  const isContinuation = (address: unknown): boolean =>
    typeof address === 'string' && isAllowedUrl(address, options.allowInsecureLoopback)
  for (const [key, isSafe] of Object.entries({ continue_url: isContinuation, url: isLink, image_url: isPicture })) {
    if (copy[key] === undefined || isSafe(copy[key])) continue
    leaveOut(key)
    delete copy[key]
  }
  const below = (value: unknown): unknown => withSafeLinks(value, options, levels - 1)
  for (const key of nested) {
    const value = copy[key]
    if (value !== undefined) copy[key] = Array.isArray(value) ? value.map(below) : below(value)
  }
  if (Array.isArray(copy['media']))
    copy['media'] = copy['media'].filter(
      (medium) => (isObject(medium) && isPicture(medium['url'])) || leaveOut('media'),
    )
  return copy as T
}

function isLink(address: unknown): boolean {
  return typeof address === 'string' && /^https?:$/.test(parseAddress(address)?.protocol ?? '')
}

function isPicture(address: unknown): boolean {
  return isLink(address) || (typeof address === 'string' && /^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/.test(address))
}
