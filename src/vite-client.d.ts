/** `surface-runtime/vite/client`: what an import with `?catalog` gives. Name it under `types` in tsconfig.json. */

/** A catalog, compiled ahead of time by the plugin of `surface-runtime/vite`. */
declare module '*.json?catalog' {
  const compiled: import('./catalog/compiled.ts').CompiledCatalog
  export default compiled
}
