/** Addresses in answers: what could run code or leads nowhere is taken out, so that hosts can use what is left. */

import { clip, isObject, own } from '../json/value.ts'
import { parseAddress } from '../text/address.ts'
import { isAllowedUrl } from './address.ts'
import type { Shape } from './shape.ts'
import { continuation, picture } from './shapes.ts'

export interface LinkOptions {
  readonly allowInsecureLoopback?: boolean
  readonly onWarning?: (warning: string) => void
}

/** Levels of an answer. What the protocol describes is within ten. */
const deepest = 32

/**
 * A copy without addresses that are not allowed in their place; `undefined` for such an address. The shape says which
 * members are addresses. Without a shape a text is kept unless it would run code where a page takes it for an address.
 * An object that loses a required member is left out, for example a medium without its address.
 */
export function withSafeLinks(
  value: unknown,
  shape: Shape | undefined,
  options: LinkOptions,
  at = '',
  level = 0,
): unknown {
  const fault = typeof value === 'string' ? faultOf(value, shape, options) : level > deepest && 'is nested too deeply'
  if (fault) options.onWarning?.(`${clip(at)} ${fault} and was left out`)
  if (fault) return undefined
  const below = (item: unknown, key: string | number, itsShape: Shape | undefined): unknown =>
    withSafeLinks(item, itsShape, options, `${at}/${key}`, level + 1)
  if (Array.isArray(value))
    return value.map((item, index) => below(item, index, shape?.items)).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  const { properties = {}, required = [] } = shape ?? {}
  const members = Object.entries(value).map(([key, item]) => [key, below(item, key, own(properties, key))] as const)
  const copy = Object.fromEntries(members.filter(([, item]) => item !== undefined))
  return required.every((key) => Object.hasOwn(copy, key)) ? copy : undefined
}

/** Pictures that cannot hold a script. */
const bitmap = /^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/

function faultOf(text: string, shape: Shape | undefined, options: LinkOptions): string | false {
  const href = parseAddress(text)?.href ?? ''
  if (!shape) return /^(?:java|vb)script:|^data:[^,]*\//.test(href) && !bitmap.test(href) && 'would run code'
  if (shape.format !== 'uri') return false
  const isSafe =
    shape === continuation
      ? isAllowedUrl(text, options.allowInsecureLoopback)
      : /^https?:/.test(href) || (shape === picture && bitmap.test(href))
  return !isSafe && 'is no allowed address'
}
