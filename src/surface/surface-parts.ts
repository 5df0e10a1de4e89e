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
import { partOf, type Quota } from './quota.ts'
import type { SurfaceHost } from './surface-host.ts'
import { createUnsentInput, type UnsentInput } from './unsent-input.ts'
import { createWork, type Work } from './work.ts'

/** What a surface passes on from its runtime. */
type FromHost = Pick<SurfaceHost, 'limits' | 'lenient' | 'media' | 'holders' | 'lastMessageAt' | 'notify'>

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
  /** What functions have made and keep, such as formatters. */
  readonly memo: MemoStore
  /** Results of calls within one change. */
  readonly results: CallResults
  readonly work: Work
  readonly loads: Loads
  readonly unsent: UnsentInput
  /** What all surfaces of the runtime draw. */
  readonly drawn: Quota
}

export function createSurfaceParts(
  { surfaceId, version }: CreateSurface,
  dialect: Dialect,
  host: SurfaceHost,
): SurfaceParts {
  const { limits } = host
  const openUrl = openerOf(surfaceId, host)
  const unsent = createUnsentInput(host.holders)
  const texts = version === 'v0.8' ? createJsonTexts(limits) : undefined
  return {
    ...host,
    dialect,
    unsent,
    drawn: partOf(host.drawn, unsent),
    model: createDataModel(createDataQuota(limits.dataBytes, partOf(host.stored, unsent)), texts),
    componentSet: createComponentSet(limits),
    parseExpression: dialect.parseExpression(limits),
    openUrl,
    environment: openUrl ? worldWith(host.environment, openUrl) : host.environment,
    memo: createMemoStore(),
    results: createCallResults(),
    work: createWork(limits.work),
    loads: createLoads(host.arrived),
  }
}

function openerOf(surfaceId: string, { openUrl }: SurfaceHost): SurfaceParts['openUrl'] {
  return openUrl && ((url, click) => void callHost(() => openUrl(url, { surfaceId, ...(click && { click }) })))
}

/** Not a copy: locale and time zone are looked up when they are asked for. */
function worldWith(environment: Environment, open: (address: string) => void): Environment {
  return Object.create(environment, { open: { value: (address: string) => open(address) } }) as Environment
}
