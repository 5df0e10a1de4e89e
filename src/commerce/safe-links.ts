/** Addresses in answers: what could run code or leads nowhere is taken out, so that hosts can use what is left. */
import { parseAddress } from '../json/address.ts'
import { isObject } from '../json/value.ts'
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
  const below = (value: unknown): unknown => withSafeLinks(value, options, levels - 1)
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
  for (const key of nested) {
    const value = copy[key]
    if (value !== undefined) copy[key] = Array.isArray(value) ? value.map(below) : below(value)
  }
  if (Array.isArray(copy['media'])) copy['media'] = pictures(copy['media'], options)
  return copy as T
}

function pictures(media: readonly unknown[], { onWarning }: LinkOptions): readonly unknown[] {
  return media.filter((medium) => {
    const allowed = isObject(medium) && isPicture(medium['url'])
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
