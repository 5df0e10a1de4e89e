// What tests of actions share: a button, and a surface that is one.
import { screen } from '@testing-library/react'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC } from '../support/messages.ts'

export function button(id: string, name: string, context: JsonObject = {}): JsonObject {
  return { id, component: 'Button', child: `${id}-text`, action: { event: { name, context } } }
}

export function surface(context: JsonObject = {}): readonly JsonObject[] {
  return [CS('s'), UC('s', [button('root', 'go', context), T('root-text', 'Go')])]
}

export function theButton(): HTMLElement {
  return screen.getByRole('button')
}
