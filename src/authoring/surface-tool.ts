/** A tool that shows surfaces, as plain data for the AI SDK, the Model Context Protocol and providers' own clients. */
import type { Catalog } from '../catalog/catalog.ts'
import type { JsonObject } from '../json/value.ts'
import { linesOf, type MessageSchema, textAnswer } from './answer-schema.ts'
import { type Checked, type CheckOptions, checkMessages } from './check.ts'
import { toolName } from './prompt-text.ts'

export interface SurfaceToolOptions {
  /** What the model sends: `messageSchema(catalog, { provider })`. Default: one text of JSON Lines, which every provider takes. */
  readonly answer?: MessageSchema | undefined
  /** Default: `show_surface`, as `promptFor(catalog, { carrier: 'tool' })` calls it. */
  readonly name?: string | undefined
  /**
   * Default: one sentence. Where there is no system prompt, as in a server of the Model Context Protocol, pass
   * `promptFor(catalog, { carrier: 'tool' })`.
   */
  readonly description?: string | undefined
}

export interface SurfaceTool {
  readonly name: string
  readonly description: string
  /** JSON Schema. */
  readonly inputSchema: JsonObject
  /** Whether the provider may be asked to enforce `inputSchema`. */
  readonly strict: boolean
  /** The messages of a call, or what is wrong with them. */
  readonly check: (input: unknown, options?: CheckOptions) => Checked
}

export function surfaceTool(catalog: Catalog, options: SurfaceToolOptions = {}): SurfaceTool {
  const { answer = textAnswer(), name = toolName } = options
  const { description = 'Shows a user interface to the user: the messages of one surface.' } = options
  const { schema, strict, decode, level } = answer
  return {
    name,
    description,
    inputSchema: schema,
    strict,
    // A text is checked as such: its faults have the numbers of its lines.
    check: (input, how) =>
      checkMessages(level === 'text' ? `${linesOf(input).join('\n')}\n` : decode(input), catalog, how),
  }
}
