/**
 * The type of imports with `?catalog`. Hosts name `surface-runtime/vite/client` under `types` in tsconfig.json. It says nothing
 * of the plugin: without `catalogCompiler()` in vite.config.ts Vite reads the JSON as JavaScript and expects a semicolon.
 */

/** A catalog, compiled ahead of time by the plugin of `surface-runtime/vite`. */
declare module '*.json?catalog' {
  const compiled: import('../catalog/compiled.ts').CompiledCatalog
  export default compiled
}
