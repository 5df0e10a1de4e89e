// Which reports go back to the agent.
import { expect, it } from 'vitest'
import { createErrorReports } from '../../../src/agent/client/outbox.ts'
import { type ErrorCode, type Severity, SurfaceError } from '../../../src/errors/surface-error.ts'

it.each<readonly [severity: Severity, code: ErrorCode, tells: boolean]>([
  ['error', 'VALIDATION_FAILED', true],
  ['warning', 'VALIDATION_FAILED', false],
  ['warning', 'VERSION_MISSING', false],
  ['warning', 'COMPONENT_UNKNOWN', true],
  ['warning', 'FUNCTION_UNKNOWN', true],
  ['warning', 'CATALOG_UNKNOWN', true],
  ['error', 'ACTION_RATE', false],
])('[AP-5] of a lenient runtime the agent hears what the catalog has not: %s %s, %s', (severity, code, tells) => {
  const reports = createErrorReports()
  const part = { data: {} }
  expect(reports.add(new SurfaceError(code, 'x', { hint: '' }, { severity }), part)).toBe(tells)
  expect(reports.take()).toEqual(tells ? [part] : [])
})
