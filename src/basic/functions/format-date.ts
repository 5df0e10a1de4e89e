/** `formatDate`: a date or moment in a pattern of Unicode TR35, in the host's locale and time zone. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'

type Dates = typeof import('./write-date.ts')

/** The code that reads and writes dates. It is loaded when it is first needed. */
export const dates: LazyModule<Dates> = createLazyModule(() => import('./write-date.ts'))

/** The text of a date; see `writeDate`. */
export const formatDate: FunctionDefinition<Dates> = {
  load: dates,
  run: (args, context) => context.loaded.writeDate(args, context),
}
