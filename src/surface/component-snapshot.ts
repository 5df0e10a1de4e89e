/** The snapshot of a mounted component: its evaluated properties and the state of its checks and actions. */
import type { Component } from '../catalog/component.ts'
import { sameJson } from '../json/value.ts'
import { allValid, type CheckError } from './checks.ts'
import type { Evaluated } from './evaluate.ts'

/** What a renderer draws. The same object until a member changes. */
export interface ComponentSnapshot {
  /** `undefined` while the agent has not sent it. */
  readonly component: Component | undefined
  readonly props: { readonly [name: string]: Evaluated }
  /** Whether every check holds. A check whose function is still being loaded does not hold, and has no message yet. */
  readonly valid: boolean
  /** The messages of the checks that fail, in order. */
  readonly errors: readonly CheckError[]
  /** A function that a property or a check needs is still being loaded: there the value is missing. */
  readonly loading: boolean
  /** An action is pending: the promise of the host's `onEvent` has not settled. */
  readonly busy: boolean
  /** The last action failed: `onEvent` was rejected. Until the next press, or until the component is sent again. */
  readonly failed: boolean
}

export const unsentSnapshot: ComponentSnapshot = {
  component: undefined,
  props: {},
  ...allValid,
  loading: false,
  busy: false,
  failed: false,
}

/** `props` is compared by identity: an evaluation gives the previous object where no property is another. */
export function sameSnapshot(one: ComponentSnapshot, other: ComponentSnapshot): boolean {
  return (
    one.component === other.component &&
    one.props === other.props &&
    one.valid === other.valid &&
    one.loading === other.loading &&
    one.busy === other.busy &&
    one.failed === other.failed &&
    sameJson(one.errors, other.errors)
  )
}

/** Whether the component was sent again with another action. */
export function actsOtherwise(component: Component, before: Component | undefined): boolean {
  if (before === undefined) return false
  for (const name in component.props) {
    const prop = component.props[name]
    if (prop?.kind === 'action' && !sameJson(prop, before.props[name])) return true
  }
  return false
}
