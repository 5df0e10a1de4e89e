/** v0.8's components that hold others. */
import type { Translation } from '../../catalog/v08-dialect.ts'

const flow = { distribution: 'justify', alignment: 'align' }

export const containers: { readonly [type: string]: Translation } = {
  Row: { names: flow },
  Column: { names: flow },
  List: { names: flow },
  Card: {},
  Tabs: { names: { tabItems: 'tabs' } },
  Modal: { names: { entryPointChild: 'trigger', contentChild: 'content' } },
}
