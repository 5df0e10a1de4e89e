/**
 * All of `surface-runtime` and its elements, with React inside: what the folder `dist/standalone` is made of, for pages without a build
 * step. One address is imported, `surface-runtime.js`. The parts that come later are files beside it: all in one file would be 231 kB
 * in gzip in place of 143 before the first surface is drawn.
 */

export { sync } from '../features/sync/sync.ts'
export * from './element.ts'
export * from './index.ts'
export * from './lenient.ts'
