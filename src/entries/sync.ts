/** `surface-runtime/sync`: messages that come again, or grow, for `createRuntime({ sync })` of `surface-runtime/core`. */
export { sync } from '../features/sync/sync.ts'
export type { SyncOptions } from '../runtime/features.ts'
export type { Sync } from '../runtime/options.ts'
