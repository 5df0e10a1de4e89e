/** v0.8's components that hold others. */
import type { Translation } from '../../catalog/translated.ts'
import type { JsonObject } from '../../json/value.ts'
import { bound, childrenOf, renamed } from './values.ts'

export const containers: { readonly [type: string]: Translation } = {
  Row: (props) => ({ type: 'Row', props: flow(props) }),
  Column: (props) => ({ type: 'Column', props: flow(props) }),
  List: (props) => ({ type: 'List', props: { ...flow(props), ...renamed(props, { direction: 'direction' }) } }),
  Card: (props) => ({ type: 'Card', props }),
  Tabs: ({ tabItems }, context) => ({
    type: 'Tabs',
    props: {
      tabs: (tabItems as readonly JsonObject[]).map(({ title, child = '' }) => ({
        title: bound(title, '', context),
        child,
      })),
    },
  }),
  Modal: (props) => ({ type: 'Modal', props: renamed(props, { entryPointChild: 'trigger', contentChild: 'content' }) }),
}

function flow(props: JsonObject): JsonObject {
  return {
    children: childrenOf(props['children'] as JsonObject),
    ...renamed(props, { distribution: 'justify', alignment: 'align' }),
  }
}
