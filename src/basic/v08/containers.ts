/** v0.8's components that hold others. */
import type { Translation } from '../../catalog/v08-dialect.ts'

const flow = { distribution: 'justify', alignment: 'align' }

export const containers: { readonly [type: string]: Translation } = {
  Row: { type: 'Row', names: flow },
  Column: { type: 'Column', names: flow },
  List: { type: 'List', names: flow },
  Card: { type: 'Card' },
  Tabs: { type: 'Tabs', names: { tabItems: 'tabs' } },
  Modal: { type: 'Modal', names: { entryPointChild: 'trigger', contentChild: 'content' } },
}
