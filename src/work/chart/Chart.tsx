/** `Chart`: bars, lines, areas or a pie. What draws it comes late; until then its room is there. */
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import { useLazyModule } from '../../react/hooks.ts'
import { elementOf, type RendererOf } from '../../react/renderer.ts'
import type { ChartProps } from '../props.ts'

/** What draws charts. It is loaded when the first chart is drawn. */
export const charts: LazyModule<typeof import('./ChartView.tsx')> = createLazyModule(() => import('./ChartView.tsx'))

export const Chart: RendererOf<ChartProps> = (input) => {
  const module = useLazyModule(charts, 'charts', !input.draft)
  if (module && module !== 'missing') return elementOf(module.ChartView, input)
  return (
    <figure className="sf-chart">
      <figcaption className="sf-chart__title" dir="auto">
        {input.props.title}
      </figcaption>
      <div className="sf-chart__room" />
    </figure>
  )
}
