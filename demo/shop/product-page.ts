/** The shop's own page of a product. */
import type { StoredProduct } from '../../src/commerce/business/index.ts'
import { formatAmount } from '../../src/commerce/index.ts'
import { escapeHtml, shopPage } from './shop-page.ts'

/** In the first currency of each variant. Texts of the catalog are escaped; pictures of other hosts are left out. */
export function productPage({ title, description, media, variants }: StoredProduct, origin: string): string {
  const picture = media?.find(({ type, url }) => type === 'image' && url.startsWith(`${origin}/images/`))
  const rows = variants.map(({ title: name, prices: [price], stock }) => {
    const words = price ? formatAmount(price.amount, price.currency, 'en-US') : ''
    const there = stock === 0 ? 'Sold out' : 'In stock'
    return `<li><span class="name">${escapeHtml(name)}</span><span>${there}</span><b>${escapeHtml(words)}</b></li>`
  })
  const image = picture
    ? `<img class="picture" src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt_text ?? title)}">`
    : ''
  return shopPage(
    escapeHtml(title),
    `${image}<p>${escapeHtml(description.plain ?? '')}</p><ul>${rows.join('')}</ul>
<p class="note">This is a demo: the agent in the chat puts it in your cart.</p>`,
  )
}
