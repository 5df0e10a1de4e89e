/** Requests are checked before they go out, with the shapes that a business checks them with. */
import { unsendable } from './error.ts'
import { faultIn, type Shape } from './shape.ts'

/** Throws `invalid_request` for a request that a business would have to refuse. */
export function checkRequest(request: unknown, shape: Shape): void {
  const fault = faultIn(request, shape)
  if (fault !== undefined) throw unsendable(`The request cannot be sent: ${fault}`)
}
