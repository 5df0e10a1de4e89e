/** What the bundler makes of the schema files in `catalogs/`; see `vite.ts`. */

declare module '*.json' {
  const schema: { readonly [keyword: string]: unknown }
  export default schema
}

/** A catalog, compiled ahead of time. */
declare module '*.json?catalog' {
  const compiled: import('./catalog/compiled.ts').CompiledCatalog
  export default compiled
}

/** A validator for each message of an envelope schema, by the message's key. */
declare module '*.json?envelope' {
  const validators: { readonly [kind: string]: import('./schema/validator.ts').Validator }
  export default validators
}
