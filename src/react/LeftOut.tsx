/**
 * Stands for a component that has no room among the nodes of its surface, and for its later siblings: they are neither evaluated
 * nor drawn. Of all that stand in a surface one shows the notice, and is the report.
 */
import { Component, type ReactNode } from 'react'
import type { Listener } from '../surface/listeners.ts'
import { reportAt, tooManyNodes } from './component-errors.ts'
import { Notice } from './Notice.tsx'
import type { WaitingForRoom } from './nodes.ts'
import type { View } from './view.ts'

interface LeftOutProps {
  readonly view: View
  readonly id: string
  /** Nodes that the component takes. */
  readonly wanted: number
  /** It is of a draft: it is drawn anew once the line is whole, and reported then. */
  readonly draft?: boolean
  /** Draws the component, if there is room now. */
  readonly retry: () => void
}

export class LeftOut extends Component<LeftOutProps> implements WaitingForRoom, Listener {
  override componentDidMount(): void {
    const { view, id } = this.props
    view.quota.join(this)
    view.surface.componentSet.listen(id, this)
  }

  override componentDidUpdate(): void {
    const { view, id, draft } = this.props
    if (view.quota.isStillFull(this) && !draft) reportAt(view.surface, id, tooManyNodes(view))
  }

  override componentWillUnmount(): void {
    const { view, id } = this.props
    view.quota.leave(this)
    view.surface.componentSet.unlisten(id, this)
  }

  /** What was left out was sent again, and may take fewer nodes. */
  invalidate(): void {
    this.props.view.surface.notify(this)
  }

  notify(): void {
    this.retry()
  }

  override render(): ReactNode {
    const { quota, texts, inControl } = this.props.view
    return quota.isSpokesman(this) && <Notice text={texts.tooLarge} inControl={inControl} />
  }

  get wanted(): number {
    return this.props.wanted
  }

  retry(): void {
    this.props.retry()
  }
}
