/** The parts of one surface, which its components use. */
import type { Dialect } from '../catalog/dialect.ts'
import type { Environment, Expression } from '../catalog/expression.ts'
import type { JsonValue } from '../json/value.ts'
import { callHost } from '../live/call-host.ts'
import { createMemoStore, type MemoStore } from '../live/memo.ts'
import type { CreateSurface } from '../protocol/message.ts'
import { type CallResults, createCallResults } from './call-results.ts'
import { type ComponentSet, createComponentSet } from './component-set.ts'
import { createDataModel, type DataModel } from './data-model.ts'
import { createDataQuota } from './data-quota.ts'
import { createJsonTexts } from './json-texts.ts'
import { createLoads, type Loads } from './loads.ts'
import type { SurfaceHost } from './surface-host.ts'
import { createWork, type Work } from './work.ts'

/** One for values that depend on user input, and one for all others. */
interface OwnAndTainted<T> {
  readonly own: T
  readonly tainted: T
}

/** What a surface passes on from its runtime. */
type FromHost = Pick<SurfaceHost, 'limits' | 'lenient' | 'media' | 'userInput' | 'drawn' | 'lastMessageAt' | 'notify'>

/** What components are read with, evaluated with and drawn from. */
export interface SurfaceParts extends FromHost {
  readonly model: DataModel
  readonly componentSet: ComponentSet
  /** How the agent's messages are read. */
  readonly dialect: Dialect
  readonly parseExpression: (wire: JsonValue) => Expression
  readonly environment: Environment
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: ((url: string, click?: MouseEvent) => void) | undefined
  /**
   * What functions have made and keep, such as formatters. Values that depend on user input are kept apart: otherwise
   * they would make the agent's own calls cheaper, and the agent could measure that.
   */
  readonly memo: OwnAndTainted<MemoStore>
  /** Results of calls within one change, kept apart for the same reason. */
  readonly results: OwnAndTainted<CallResults>
  readonly work: Work
  readonly loads: Loads
  /** The user has entered something, here or in an input that is bound to nothing. React calls it alone. */
  readonly noteUserInput: () => void
}

export function createSurfaceParts(
  { surfaceId, version }: CreateSurface,
  dialect: Dialect,
  host: SurfaceHost,
): SurfaceParts {
  const { limits } = host
  const openUrl = openerOf(surfaceId, host)
  const texts = version === 'v0.8' ? createJsonTexts(limits) : undefined
  return {
    ...host,
    dialect,
    model: createDataModel(createDataQuota(limits.dataBytes, host.stored), texts),
    componentSet: createComponentSet(limits),
    parseExpression: dialect.parseExpression(limits),
    openUrl,
    environment: openUrl ? worldWith(host.environment, openUrl) : host.environment,
    memo: { own: createMemoStore(), tainted: createMemoStore() },
    results: { own: createCallResults(), tainted: createCallResults() },
    work: createWork(limits.work),
    loads: createLoads(host.arrived),
    noteUserInput: () => host.userInput.set(true),
  }
}

function openerOf(surfaceId: string, { openUrl }: SurfaceHost): SurfaceParts['openUrl'] {
  return openUrl && ((url, click) => void callHost(() => openUrl(url, { surfaceId, ...(click && { click }) })))
}

/** Not a copy: locale and time zone are looked up when they are asked for. */
function worldWith(environment: Environment, open: (address: string) => void): Environment {
  return Object.create(environment, { open: { value: (address: string) => open(address) } }) as Environment
}
