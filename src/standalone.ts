/**
 * All of `surface-runtime` and its elements, with React inside: what `dist/standalone/surface-runtime.js` is made of, for pages
 * without a build step.
 */
export * from './element.ts'
export * from './index.ts'
export * from './lenient.ts'
export { sync } from './sync.ts'
