/** The catalog in PostgreSQL: saving products, finding them by name, and searching them. */
import type { Database, Query } from '../../shared/postgres/database.ts'
import {
  checkProducts,
  identifiersOf,
  isStorable,
  optionsOf,
  productWords,
  rankWeights,
} from '../business/product-index.ts'
import {
  type FoundProduct,
  mostCounted,
  type SearchPage,
  type SearchQuery,
  type StoredProduct,
} from '../business/store.ts'

/** Products in one statement. */
const batch = 200

export async function saveProducts(
  database: Database,
  schema: string,
  products: readonly StoredProduct[],
): Promise<void> {
  checkProducts(products)
  // The last of two products with one id counts, as if they came one after the other.
  const each = [...new Map(products.map((product) => [product.id, product])).values()]
  await database.transaction(async (query) => {
    for (let from = 0; from < each.length; from += batch) await saveBatch(query, schema, each.slice(from, from + batch))
  })
}

async function saveBatch(query: Query, schema: string, products: readonly StoredProduct[]): Promise<void> {
  const ids = JSON.stringify(products.map(({ id }) => id))
  const rows = products.map((product) => ({
    id: product.id,
    body: JSON.stringify(product),
    categories: (product.categories ?? []).map(({ value }) => value),
    words: vectorOf(product),
  }))
  // Sorted, so that rows get their positions in the order of the list.
  await query(
    `INSERT INTO ${schema}.products (id, body, categories, words)
     SELECT row->>'id', row->>'body', ARRAY(SELECT jsonb_array_elements_text(row->'categories')), (row->>'words')::tsvector
     FROM jsonb_array_elements($1::text::jsonb) WITH ORDINALITY AS list(row, place) ORDER BY place
     ON CONFLICT (id) DO UPDATE
     SET body = excluded.body, categories = excluded.categories, words = excluded.words`,
    [JSON.stringify(rows)],
  )
  for (const table of ['identifiers', 'prices', 'options'])
    await query(
      `DELETE FROM ${schema}.${table} WHERE product_id IN (SELECT jsonb_array_elements_text($1::text::jsonb))`,
      [ids],
    )
  await query(
    `INSERT INTO ${schema}.identifiers (identifier, product_id, variant_id, kind)
     SELECT row->>'identifier', row->>'productId', row->>'variantId', (row->>'kind')::smallint
     FROM jsonb_array_elements($1::text::jsonb) AS list(row)`,
    [JSON.stringify(products.flatMap(identifiersOf))],
  )
  await query(
    `INSERT INTO ${schema}.prices (product_id, variant_id, currency, amount)
     SELECT row->>'product', row->>'variant', row->>'currency', (row->>'amount')::bigint
     FROM jsonb_array_elements($1::text::jsonb) AS list(row)`,
    [JSON.stringify(products.flatMap(pricesOf))],
  )
  await saveOptions(query, schema, products)
}

async function saveOptions(query: Query, schema: string, products: readonly StoredProduct[]): Promise<void> {
  const rows = products.flatMap(({ id, variants }) =>
    variants.flatMap((variant) => {
      const options = optionsOf(variant).filter(({ name, label }) => isStorable(name + label))
      return options.map((option) => ({ product: id, variant: variant.id, ...option }))
    }),
  )
  await query(
    `INSERT INTO ${schema}.options (product_id, variant_id, name, label)
     SELECT row->>'product', row->>'variant', row->>'name', row->>'label'
     FROM jsonb_array_elements($1::text::jsonb) AS list(row)`,
    [JSON.stringify(rows)],
  )
}

/** Fills the table of options from the products that are there. */
export async function rebuildOptions(query: Query, schema: string): Promise<void> {
  await query(`DELETE FROM ${schema}.options`, [])
  for (let last = ''; ; ) {
    const rows = await query(`SELECT id, body FROM ${schema}.products WHERE id > $1 ORDER BY id LIMIT ${batch}`, [last])
    await saveOptions(
      query,
      schema,
      rows.map(({ body }) => JSON.parse(body ?? '') as StoredProduct),
    )
    last = rows.at(-1)?.['id'] ?? ''
    if (rows.length < batch) return
  }
}

/** Brings the search words of all products up to date: those that are as they were are not written. */
export async function rebuildIndex(query: Query, schema: string): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await query(`SELECT id, body FROM ${schema}.products WHERE id > $1 ORDER BY id LIMIT ${batch}`, [last])
    const words = rows.map(({ id, body }) => ({ id, words: vectorOf(JSON.parse(body ?? '') as StoredProduct) }))
    await query(
      `UPDATE ${schema}.products AS product SET words = fresh.words
       FROM (SELECT row->>'id' AS id, (row->>'words')::tsvector AS words
             FROM jsonb_array_elements($1::text::jsonb) AS list(row)) AS fresh
       WHERE product.id = fresh.id AND product.words <> fresh.words`,
      [JSON.stringify(words)],
    )
    last = rows.at(-1)?.['id'] ?? ''
    if (rows.length < batch) return
  }
}

export async function removeProducts(database: Database, schema: string, ids: readonly string[]): Promise<void> {
  await database.query(
    `DELETE FROM ${schema}.products WHERE id IN (SELECT jsonb_array_elements_text($1::text::jsonb))`,
    [JSON.stringify(ids.filter(isStorable))],
  )
}

export async function findProducts(
  database: Database,
  schema: string,
  identifiers: readonly string[],
): Promise<readonly FoundProduct[]> {
  const asked = [...new Set(identifiers)].filter(isStorable)
  if (asked.length === 0) return []
  const rows = await database.query(
    `SELECT DISTINCT ON (place) names.identifier, names.variant_id, product.id, product.body
     FROM jsonb_array_elements_text($1::text::jsonb) WITH ORDINALITY AS asked(identifier, place)
     JOIN ${schema}.identifiers AS names USING (identifier)
     JOIN ${schema}.products AS product ON product.id = names.product_id
     ORDER BY place, names.kind, product.position`,
    [JSON.stringify(asked)],
  )
  const found = new Map<string, { product: StoredProduct; matches: FoundProduct['matches'][number][] }>()
  for (const { identifier, variant_id, id, body } of rows) {
    const known = found.get(id ?? '') ?? { product: JSON.parse(body ?? '') as StoredProduct, matches: [] }
    const name = identifier ?? ''
    known.matches.push(variant_id == null ? { identifier: name } : { identifier: name, variantId: variant_id })
    found.set(id ?? '', known)
  }
  return [...found.values()]
}

const parts = ['A', 'B', 'C'] as const

/**
 * The text form of a `tsvector`: words with the parts that have them. Words hold no quotes. A position can have one part
 * only, so each part has its own.
 */
function vectorOf(product: StoredProduct): string {
  const words = productWords(product)
  return parts
    .flatMap((part, index) => [...new Set(words[part])].map((word) => `'${word}':${index + 1}${part}`))
    .join(' ')
}

function pricesOf({ id, variants }: StoredProduct): readonly Readonly<Record<string, string | number>>[] {
  return variants.flatMap((variant) =>
    variant.prices.map(({ currency, amount }) => ({ product: id, variant: variant.id, currency, amount })),
  )
}

/**
 * One statement gives the page and the number of matches, of which at most 1,001 are counted: counting 40,000 took 120 ms, and now
 * 3. The index on `words` finds the matches; ranking looks at those only. The statement is put together of fixed parts: what comes from outside is a parameter.
 */
export async function searchProducts(database: Database, schema: string, search: SearchQuery): Promise<SearchPage> {
  const { words, match, categories, price, options = [], leastRank, limit, after } = search
  const parameters: string[] = []
  const parameter = (value: string | number): string => `$${parameters.push(String(value))}::text`
  const list = (values: readonly string[]): string =>
    `ARRAY(SELECT jsonb_array_elements_text(${parameter(JSON.stringify(values.filter(isStorable)))}::jsonb))`

  const conditions = [
    ...(words.length > 0 ? [`words @@ ${parameter(tsquery(words, match))}::tsquery`] : []),
    ...(categories ? [`categories && ${list(categories)}`] : []),
    ...(price
      ? [`EXISTS (SELECT FROM ${schema}.prices WHERE product_id = id AND ${priceCondition(price, parameter)})`]
      : []),
    ...(options.length > 0 ? [variantCondition(search, schema, parameter, list)] : []),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const least = leastRank === undefined ? '' : `WHERE rank >= ${parameter(leastRank)}::float8`
  const next = after
    ? `WHERE rank < ${parameter(after.rank)}::float8
       OR (rank = ${parameter(after.rank)}::float8 AND position > ${parameter(after.position)}::bigint)`
    : ''
  const rows = await database.query(
    `WITH ranked AS (SELECT id, position, ${rankOf(words, parameter)} AS rank FROM ${schema}.products ${where}),
     matches AS NOT MATERIALIZED (SELECT * FROM ranked ${least}),
     page AS (SELECT * FROM matches ${next} ORDER BY rank DESC, position LIMIT ${parameter(limit)}::int)
     SELECT (SELECT count(*) FROM (SELECT FROM matches LIMIT ${mostCounted + 1}) AS counted)::text AS total, page.rank::text, page.position::text, product.body
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

/** The rank of a product, as `rankWeights` defines it. */
function rankOf(words: readonly string[], parameter: (value: string) => string): string {
  const weighted = words.flatMap((word) =>
    parts.map((part) => `${rankWeights[part]} * (words @@ ${parameter(`'${word}':${part}`)}::tsquery)::int`),
  )
  return weighted.join(' + ') || '0'
}

/** The text form of a `tsquery`. Words hold no quotes. */
function tsquery(words: readonly string[], match: 'all' | 'any'): string {
  return words.map((word) => `'${word}'`).join(match === 'all' ? ' & ' : ' | ')
}

/** One variant has all the options, and the price as well. */
function variantCondition(
  { options = [], price }: SearchQuery,
  schema: string,
  parameter: (value: string | number) => string,
  list: (values: readonly string[]) => string,
): string {
  const conditions = options.map(
    ({ name, labels }) =>
      `variant_id IN (SELECT variant_id FROM ${schema}.options AS own WHERE own.product_id = products.id
       AND own.name = (${list([name])})[1] AND own.label = ANY(${list(labels)}))`,
  )
  if (price)
    conditions.push(
      `variant_id IN (SELECT variant_id FROM ${schema}.prices AS own WHERE own.product_id = products.id
       AND ${priceCondition(price, parameter)})`,
    )
  return `EXISTS (SELECT FROM ${schema}.options WHERE product_id = products.id AND ${conditions.join(' AND ')})`
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
