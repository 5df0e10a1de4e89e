/**
 * Evaluates components as they were at one moment, with functions whose modules have arrived since. What was written to the data
 * after the moment is not read, and what was computed since makes no difference to the steps that this takes.
 */
import type { Component } from '../catalog/component.ts'
import { type Pointer, root } from '../json/pointer.ts'
import { createMemoStore } from '../live/memo.ts'
import { createCallResults } from './call-results.ts'
import { type Evaluated, type Evaluation, evaluateProp, ownProp } from './evaluate.ts'
import { createWork } from './quota.ts'
import type { SurfaceParts } from './surface-parts.ts'

/** The properties; those that a missing module is needed for are left out, and then it is not `whole`. */
interface PastProps {
  readonly props: { readonly [name: string]: Evaluated }
  readonly whole: boolean
}

type EvaluatePast = (component: Component, scope: Pointer) => PastProps

/** Remembers the data of now: later writes copy what they change. Each call of the result is for the modules that are there by then. */
export function rememberData({ model, limits, environment, parseExpression, loads }: SurfaceParts): () => EvaluatePast {
  const document = model.read(root)
  return () => {
    const { read, items, write } = model.fresh()
    write(root, document)
    const surface = { limits, environment, parseExpression, memo: createMemoStore(), results: createCallResults() }
    const spend = createWork(limits.work)
    return (component, scope) => {
      let missing = false
      const evaluation: Evaluation = {
        ...{ scope, surface, spend, read, items, fromData: false },
        own: (name) => ownProp(component, name, evaluation),
        loaded(load) {
          const loaded = loads.arrived(load)
          missing ||= !loaded
          return loaded
        },
        // Reported where it is drawn.
        fail: () => undefined,
      }
      const props: { [name: string]: Evaluated } = {}
      let whole = true
      for (const [name, prop] of Object.entries(component.props)) {
        missing = false
        const value = evaluateProp(prop, evaluation)
        if (missing) whole = false
        else props[name] = value
      }
      return { props, whole }
    }
  }
}
