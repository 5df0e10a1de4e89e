// Guide, "Shops".
import { connectBusiness, formatAmount } from 'surface-runtime/commerce'

// The shop of `npm start`. Elsewhere: the shop's address and the address of your own profile.
const business = await connectBusiness('http://127.0.0.1:4172', {
  profile: 'http://127.0.0.1:4171/profile.json',
  allowInsecureLoopback: true,
})
for await (const { title } of business.searchAll({ query: 'hiking boot' })) show(title)
// The Ridge Boot in size 41.
const outcome = await business.createCart({ line_items: [{ item: { id: 'var-024-1' }, quantity: 2 }] })
if (outcome.kind === 'refused') show(outcome.messages, outcome.continueUrl)
else for (const { type, amount } of outcome.cart.totals) show(type, formatAmount(amount, outcome.cart.currency, 'en'))

/** What a host has. */
declare function show(...what: readonly unknown[]): void

export { business, outcome }
