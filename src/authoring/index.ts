/**
 * `surface-runtime/authoring`: for servers whose model writes surfaces. Prompts, schemas, checks and repair from the
 * catalog that the page draws with. Needs neither React nor ajv.
 */

export type { MessageSchema, SchemaLevel } from './answer-schema.ts'
export { basic } from './basic.ts'
export { type Checked, type CheckOptions, checkMessages } from './check.ts'
export { type DescribeOptions, describeFaults } from './describe.ts'
export { type Example, type ExampleOptions, examples } from './examples.ts'
export type { Fault } from './fault.ts'
export { type MessageSchemaOptions, messageSchema, type Provider } from './message-schema.ts'
export { type PromptOptions, promptFor } from './prompt.ts'
export { type Repair, type Repaired, type RepairKind, repairText } from './repair.ts'
export { type Ask, type Generate, type Revised, type ReviseOptions, type Round, reviseUntilValid } from './revise.ts'
export { type SurfaceTool, type SurfaceToolOptions, surfaceTool } from './surface-tool.ts'
export { type CatalogSchema, type CatalogWithSchema, withSchema } from './with-schema.ts'
