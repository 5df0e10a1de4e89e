/**
 * The defaults of a runtime with the basic catalog: `sync` is built in, and what shows unfinished lines is loaded when a line first
 * stays open.
 */

import { createPatience, type OpenLine } from '../features/drafts/patience.ts'
import { sync as builtIn } from '../features/sync/sync.ts'
import type { ProgressiveMode } from '../runtime/features.ts'
import type { RuntimeOptions, WithCatalogs, WithSync } from '../runtime/runtime.ts'
import { defaultCatalogs } from './minimal.ts'

let loaded: typeof import('../features/drafts/open-line.ts') | undefined

/** A line that is read once the code is there. Without the code it appears when it is whole. */
function lateLine(...about: Parameters<ProgressiveMode['watch']>): OpenLine {
  let line = loaded?.createOpenLine(...about)
  let text = ''
  let over = false
  if (!line)
    import('../features/drafts/open-line.ts').then(
      (module) => {
        loaded = module
        if (over) return
        line = module.createOpenLine(...about)
        line.read(text)
      },
      () => {},
    )
  return {
    read(soFar) {
      text = soFar
      line?.read(text)
    },
    endDraft(options) {
      over = true
      line?.endDraft(options)
    },
  }
}

const late: ProgressiveMode = { kind: 'progressive', watch: (...about) => createPatience(() => lateLine(...about)) }

export function withDefaults(options: RuntimeOptions | undefined): RuntimeOptions & WithCatalogs & WithSync {
  const { catalogs = defaultCatalogs, sync = builtIn, progressive = true } = options ?? {}
  return { ...options, catalogs, sync, progressive: progressive === true ? late : progressive }
}
