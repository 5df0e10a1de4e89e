/**
 * `surface-runtime/standard-schema`: catalogs from schemas in code, of zod, valibot, arktype or any library of Standard Schema.
 * For pages and servers; needs neither ajv nor `eval` nor React.
 *
 *     const shop = defineCatalogFromSchemas({
 *       id: 'https://your.example/shop',
 *       components: { Price: { description: 'What a thing costs', props: { amount: bindable(z.number()), buy: action() } } },
 *     })
 */
export { CatalogError, type CatalogErrorCode } from '../compiler/catalog-error.ts'
export { type CatalogFromSchemas, defineCatalogFromSchemas, type PropsOf } from './define-catalog.ts'
export type { ComponentProps, PropSchemas, Role } from './props.ts'
export { action, bindable, checks, child, children, list, optional } from './roles.ts'
export type { StandardSchema } from './standard.ts'
