/** The record as a file, and a file as input. */
'use client'

import { type ReactNode, useRef } from 'react'
import type { Inspected } from './inspected.ts'

export interface FileButtonsProps {
  readonly inspected: Inspected
  /** Default: the runtime reads the lines. */
  readonly onOpen: ((lines: string) => void) | undefined
}

export function FileButtons({ inspected: { runtime, recording }, onOpen }: FileButtonsProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)

  function save(): void {
    const address = URL.createObjectURL(new Blob([recording.toJsonl()], { type: 'application/jsonl' }))
    const link = document.createElement('a')
    Object.assign(link, { href: address, download: 'recording.jsonl' }).click()
    URL.revokeObjectURL(address)
  }

  async function open(file: File | undefined): Promise<void> {
    if (!file) return
    const lines = await file.text()
    if (onOpen) onOpen(lines)
    else await runtime.read([lines])
  }

  return (
    <>
      <button type="button" className="sf-i-button" title="Save the lines as a file" onClick={save}>
        Save
      </button>
      <button
        type="button"
        className="sf-i-button"
        title="Play the lines of a file"
        onClick={() => input.current?.click()}
      >
        Open
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jsonl,.ndjson,.json,.txt"
        aria-label="A file of JSON Lines"
        onChange={({ target }) => void open(target.files?.[0])}
      />
    </>
  )
}
