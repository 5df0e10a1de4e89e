/** Search by PostgreSQL's full text index. */
import { isStorable } from '../business/identifiers.ts'
import type { SearchPage, SearchQuery, StoredProduct } from '../business/store.ts'
import type { Database } from './database.ts'

/**
 * One statement gives the page and the number of all matches. The index on `words` finds the matches; ranking looks at
 * those only. The statement is put together of fixed parts: what comes from outside is a parameter.
 */
export async function searchProducts(database: Database, schema: string, search: SearchQuery): Promise<SearchPage> {
  const { words, match, categories, price, limit, after } = search
  const parameters: string[] = []
  const parameter = (value: string | number): string => `$${parameters.push(String(value))}::text`
  const list = (values: readonly string[]): string =>
    `ARRAY(SELECT jsonb_array_elements_text(${parameter(JSON.stringify(values.filter(isStorable)))}::jsonb))`

  const query = words.length > 0 ? `${parameter(tsquery(words, match))}::tsquery` : undefined
  const rank = query ? `ts_rank(words, ${query})::float8` : '0::float8'
  const conditions = [
    ...(query ? [`words @@ ${query}`] : []),
    ...(categories ? [`categories && ${list(categories)}`] : []),
    ...(price
      ? [`EXISTS (SELECT FROM ${schema}.prices WHERE product_id = id AND ${priceCondition(price, parameter)})`]
      : []),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const next = after
    ? `WHERE rank < ${parameter(after.rank)}::float8
       OR (rank = ${parameter(after.rank)}::float8 AND position > ${parameter(after.position)}::bigint)`
    : ''
  const rows = await database.query(
    `WITH matches AS MATERIALIZED (SELECT id, position, ${rank} AS rank FROM ${schema}.products ${where}),
     page AS (SELECT * FROM matches ${next} ORDER BY rank DESC, position LIMIT ${parameter(limit)}::int)
     SELECT (SELECT count(*) FROM matches)::text AS total, page.rank::text, page.position::text, product.body
     FROM (SELECT) AS always LEFT JOIN page ON true LEFT JOIN ${schema}.products AS product USING (id)
     ORDER BY page.rank DESC, page.position`,
    parameters,
  )
  const found = rows.flatMap(({ rank, position, body }) =>
    body == null
      ? []
      : [{ rank: Number(rank), position: Number(position), product: JSON.parse(body) as StoredProduct }],
  )
  return { found, total: Number(rows[0]?.['total'] ?? 0) }
}

/** The text form of a `tsquery`. Words hold no quotes. */
function tsquery(words: readonly string[], match: 'all' | 'any'): string {
  return words.map((word) => `'${word}'`).join(match === 'all' ? ' & ' : ' | ')
}

function priceCondition(
  { currency, min, max }: NonNullable<SearchQuery['price']>,
  parameter: (value: string | number) => string,
): string {
  const conditions = [`currency = ${parameter(currency)}`]
  if (min !== undefined) conditions.push(`amount >= ${parameter(min)}::bigint`)
  if (max !== undefined) conditions.push(`amount <= ${parameter(max)}::bigint`)
  return conditions.join(' AND ')
}
