// Guide, "Models that write surfaces": with both versions of the AI SDK, and its models for tests.
import type { Run, Runs } from './run.ts'

const withSdk: Run = { in: 'node', elsewhere: { 'authoring.ts': 'test/authoring/ai-sdk.test.ts' } }

export const models: Runs = { 'A tool, or lines': withSdk, 'Asking again': withSdk }
