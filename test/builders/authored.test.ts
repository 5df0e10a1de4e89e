// What the demo's agent answers, by builders.
import type { ClientEvent } from 'surface-runtime'
import { expect, it } from 'vitest'
import { v08Answers } from '../../demo/answers-v08.ts'
import { v09Answers } from '../../demo/answers-v09.ts'
import { record } from '../support/recorder.ts'

it.each(Object.entries({ ...v08Answers, ...v09Answers }))(
  '[BU-1] the demo’s agent answers %s without a fault',
  (_, answer) => {
    const event = { surfaceId: 's' } as ClientEvent
    const said = (key: string): string => (key === 'checked' ? 'true' : key === 'reading' ? '12345' : 'words')
    const { runtime, reports } = record()
    runtime.push(answer({ event, said, time: 1 }).lines)
    // The answer may change a surface that was there before.
    expect(reports.filter(({ code }) => code !== 'SURFACE_NOT_FOUND')).toEqual([])
  },
)
