// A conversation with an agent whose planner asks a model that says what the test has written.
import { createModelPlan, type ModelPlanOptions } from '../../../demo/shop/agent/model-plan.ts'
import { mount } from '../../surface/mount.ts'
import { createFakeModel, type FakeModel } from './fake-model.ts'
import { openWalk, type Walk, type WalkOptions } from './walk.ts'

const closing: (() => Promise<void>)[] = []

/** For `afterEach` of each file. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0)) await close()
}

export interface ModelWalk extends Walk {
  readonly model: FakeModel
  /** What the operator of the agent was notified. */
  readonly reported: string[]
}

interface Settings extends WalkOptions {
  readonly plan?: Partial<ModelPlanOptions>
  readonly seed?: number
}

export async function begin(
  answers: FakeModel['answers'],
  { plan, seed, ...options }: Settings = {},
): Promise<ModelWalk> {
  const model = await createFakeModel(seed)
  model.answers.push(...answers)
  const reported: string[] = []
  const onError = ({ message }: Error) => void reported.push(message)
  const asks = createModelPlan({ url: model.url, model: 'small', key: 'secret-key', onError, ...plan })
  const walk = await openWalk({ ...options, agent: { ...options.agent, plan: asks } })
  closing.push(walk.close, model.stop)
  return { ...walk, model, reported }
}

export const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
export const line = (kind: string, payload: object, surfaceId = 'answer') =>
  JSON.stringify({ version: 'v0.9', [kind]: { surfaceId, ...payload } })
export const create = line('createSurface', { catalogId })
export const components = (...list: readonly object[]) => line('updateComponents', { components: list })
export const hello = components({ id: 'root', component: 'Text', text: 'Hello 👟' })
export const search = { calls: [{ name: 'search_products', arguments: { query: 'running shoes', max_price: 150 } }] }

export const lastAsked = ({ model }: ModelWalk) => model.asked.at(-1)?.messages.at(-1)?.content ?? ''
/** What is drawn at the root: the type of its component. */
export function rootOf({ runtime }: Walk, surfaceId = 'answer'): string | undefined {
  const { snapshot, unmount } = mount(runtime.surface(surfaceId))
  const { component } = snapshot()
  unmount()
  return component?.type
}
