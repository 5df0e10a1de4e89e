/**
 * `surface-runtime/authoring`: for servers whose model or code writes surfaces. Prompts, schemas, checks and repair from the
 * catalog that the page draws with. Needs neither React nor ajv.
 */

export { type Checked, type CheckOptions, checkMessages } from './check.ts'
export { type DescribeOptions, describeFaults } from './describe.ts'
export type { Fault } from './fault.ts'
export { type Repair, type Repaired, type RepairKind, repairText } from './repair.ts'
export { type Ask, type Generate, type Revised, type ReviseOptions, type Round, reviseUntilValid } from './revise.ts'
export { type CatalogSchema, type CatalogWithSchema, withSchema } from './with-schema.ts'
