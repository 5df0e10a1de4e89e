/** The defaults of a runtime with the basic catalog. What shows unfinished lines is loaded when a line first stays open. */
import type { ProgressiveMode } from '../progressive.ts'
import type { RuntimeOptions, WithCatalogs } from '../runtime.ts'
import type { LineWatcher } from '../stream/lines.ts'
import { defaultCatalogs } from './minimal.ts'

/** Milliseconds for which the first line must have been open before the code is loaded. */
const moment = 100

/** Of a line no more is kept: drafts look at less. In UTF-16 units. */
const longest = 100_000

const late: ProgressiveMode = {
  kind: 'progressive',
  watch(...about) {
    let watcher: LineWatcher | undefined
    /** What the line at hand has so far. */
    let text = ''
    let waiting = false

    return {
      more(piece) {
        if (watcher) return watcher.more(piece)
        if (text.length < longest) text += piece
        if (waiting) return
        waiting = true
        setTimeout(() => {
          waiting = !!text
          if (!text) return
          import('../progressive.ts').then(
            (drafts) => {
              watcher = drafts.watch(...about)
              // The line that was open may be over.
              if (text) watcher.more(text)
            },
            // Without the code a line appears when it is whole.
            () => {},
          )
        }, moment)
      },
      end() {
        text = ''
        return watcher?.end()
      },
    }
  },
}

export function withDefaults(options: RuntimeOptions | undefined): RuntimeOptions & WithCatalogs {
  const { catalogs = defaultCatalogs, progressive = true } = options ?? {}
  return { ...options, catalogs, progressive: progressive === true ? late : progressive }
}
