/** A notice in place of a component. */
import type { ReactNode } from 'react'
import type { Component } from '../catalog/component.ts'
import { nameWithin } from '../json/value.ts'
import type { Texts } from './texts.ts'

export interface NoticeProps {
  readonly text: string
  readonly inControl: boolean
  /** Of neighbours that never came one notice is seen. */
  readonly missing?: boolean | undefined
}

/** In place of a part that failed or was left out: one muted sentence. */
export function Notice({ text, inControl, missing }: NoticeProps): ReactNode {
  const Tag = inControl ? 'span' : 'div'
  return (
    <Tag className={`sf-notice${missing ? ' sf-notice--missing' : ''}`} role="note">
      {text}
    </Tag>
  )
}

/** Why a component failed, in the host's words. The type is the agent's word: one short line of it is shown. */
export function failureOf({ invalid, type }: Component, { failed, unknownType }: Texts): string {
  const name = invalid?.code === 'COMPONENT_UNKNOWN' ? nameWithin(type) : ''
  return name === '' ? failed : unknownType(name)
}
