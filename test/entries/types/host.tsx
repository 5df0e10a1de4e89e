// What a host writes with the package's types. Only the compiler reads this: `npm test` checks it against the sources, and
// .ci/package.mjs against the declarations of the packed package.
import {
  type Act,
  type BasicProps,
  type BasicRenderers,
  basicCatalog,
  basicRenderers,
  type CompiledCatalog,
  createRuntime,
  defineCatalog,
  defineFunctions,
  defineRenderers,
  type FunctionsOf,
  type JsonValue,
  type LazyPart,
  type Maybe,
  preload,
  preloadFunctions,
  type Renderer,
  type RendererInput,
  type RendererOf,
  SurfaceList,
  type SurfaceListProps,
  SurfaceProvider,
  toBoolean,
  toNumber,
  toText,
  useConnection,
  useRuntime,
  useSurface,
  useSurfaceData,
  useSurfaceStatus,
  wrapRenderer,
} from 'surface-runtime'
import { CommerceError, connectBusiness, formatAmount, type Signer } from 'surface-runtime/commerce'
import * as core from 'surface-runtime/core'
import * as views from 'surface-runtime/react'
import { connectSse } from 'surface-runtime/sse'
import { action, defineCatalogFromSchemas, list as listOf, type PropsOf } from 'surface-runtime/standard-schema'
import { sync } from 'surface-runtime/sync'

/** Functions as the worked example has them: arguments in the types that the function wants. */
export const functions = defineFunctions({
  nights: {
    run: ({ from, to, exact }): Maybe => (toBoolean(exact) ? toNumber(to) - toNumber(from) : toText(from)),
  },
})

export const asCore: readonly unknown[] = [core.toText(1), core.toNumber('1'), core.toBoolean('true')]

/** Parts are known by name. */
const parts: readonly LazyPart[] = ['markdown', 'icons', 'dates', 'patterns', 'windowing']
export const loaded: readonly Promise<void>[] = [preload(), preload(parts), preloadFunctions(['dates'])]
// @ts-expect-error: there is no such part.
export const refused: Promise<void> = preload(['fonts'])

interface Itinerary {
  readonly title: string
  readonly days: number
}

interface TravelProps extends BasicProps {
  readonly Itinerary: Itinerary
}

declare const compiled: CompiledCatalog
export const travelCatalog = defineCatalog(compiled, { extend: basicCatalog, functions })

/** Without annotations: the properties come from the type argument, inline or not. */
export const travelRenderers = defineRenderers<TravelProps>(travelCatalog, {
  ...basicRenderers,
  Itinerary: ({ props, texts }) => props.title.padEnd(props.days) + texts.open,
  Text: { inline: ({ props }) => <i title={props.variant}>{props.text.trim()}</i> },
  Divider: ({ props: { axis } }) => <hr data-axis={axis satisfies 'horizontal' | 'vertical'} />,
})

export const list = (
  <SurfaceList runtime={core.createRuntime({ catalogs: [travelCatalog] })} renderers={travelRenderers} />
)
export const properties: SurfaceListProps = {
  runtime: core.createRuntime({ catalogs: [] }),
  renderers: travelRenderers,
}

/** Without the type argument each renderer says what it takes. */
const Reading = ({ props }: RendererInput<{ readonly value: number }>) => <output>{props.value.toFixed(1)}</output>
export const readings = views.defineRenderers(travelCatalog, { Reading, Itinerary: { inline: () => null } })
export const reading: RendererOf<{ readonly value: number }> = Reading

/** A basic renderer in a frame of the host's. */
export const framed: BasicRenderers = defineRenderers<BasicProps>(basicCatalog, {
  ...basicRenderers,
  Button: wrapRenderer(basicRenderers.Button, (button, { props, busy }) => (
    <span className={`${props.variant satisfies 'default' | 'primary' | 'borderless'} ${busy}`}>{button}</span>
  )),
  Text: wrapRenderer(basicRenderers.Text, (text, { props }) => <b title={props.text}>{text}</b>),
})

// Slips that the compiler finds.

defineRenderers<BasicProps>(basicCatalog, {
  ...basicRenderers,
  // @ts-expect-error: there is no such component type.
  Buton: basicRenderers.Button,
})

// @ts-expect-error: a renderer is missing.
defineRenderers<TravelProps>(travelCatalog, { ...basicRenderers })

defineRenderers<BasicProps>(basicCatalog, {
  ...basicRenderers,
  // @ts-expect-error: `CheckBox` has no property `text`.
  CheckBox: ({ props }) => props.text,
})

defineRenderers<BasicProps>(basicCatalog, {
  ...basicRenderers,
  // @ts-expect-error: an input that a slider gets holds numbers.
  Slider: { inline: ({ props }) => props.value.trim() },
})

// @ts-expect-error: a renderer for other properties.
export const wrong: BasicRenderers = { ...basicRenderers, Text: Reading }

interface TravelArgs {
  readonly nights: { readonly from: JsonValue | undefined; readonly unit?: 'days' | 'weeks' }
}

/** With the types of the schema arguments need no annotation. */
export const typed: FunctionsOf<TravelArgs> = defineFunctions<TravelArgs>({
  nights: { run: ({ from, unit = 'days' }) => `${toText(from)} ${unit.toUpperCase()}` },
})
export const Plan: Renderer<Itinerary> = ({ props, enter }) => (
  <button type="button" onClick={() => enter('days', 1)}>
    {props.title}
  </button>
)

// @ts-expect-error: there is no such function.
defineFunctions<TravelArgs>({ nigths: { run: () => 1 } })
// @ts-expect-error: there is no such argument.
defineFunctions<TravelArgs>({ nights: { run: ({ form }) => toText(form) } })
// @ts-expect-error: there is no such limit.
core.createRuntime({ catalogs: [travelCatalog], limits: { templateItem: 5 } })
// @ts-expect-error: there is no such property to enter.
export const Slip: Renderer<Itinerary> = ({ enter }) => <button type="button" onClick={() => enter('titel', 'x')} />

/** The kind of an outcome tells which members it has. */
export async function totalOf(origin: string, ids: readonly string[], signer: Signer): Promise<string> {
  const business = await connectBusiness(origin, { profile: 'https://platform.example/profile.json', signer })
  const lines = ids.map((id) => ({ item: { id }, quantity: 1 }))
  try {
    const outcome = await business.createCart({ line_items: lines, context: { address_country: 'DE' } })
    if (outcome.kind === 'refused') return outcome.messages.map(({ content }) => content).join('\n')
    const total = outcome.cart.totals.find(({ type }) => type === 'total')
    return total ? formatAmount(total.amount, outcome.cart.currency, 'de') : ''
  } catch (error) {
    if (error instanceof CommerceError) return `${error.code} ${error.continueUrl ?? ''}`
    throw error
  }
}

// A runtime has the members that its options give it.
const bare = core.createRuntime({ catalogs: [travelCatalog] })
const synced = core.createRuntime({ catalogs: [travelCatalog], sync })
synced.sync('answer', [])
synced.restoreInput(synced.userInput())
createRuntime().drop('answer')
createRuntime({ catalogs: [travelCatalog] }).sync('answer', [])
// @ts-expect-error: without `sync` there is no such member.
bare.sync('answer', [])
// @ts-expect-error: without `sync` there is no such member.
bare.drop('answer')
// @ts-expect-error: without `sync` there is no such member.
bare.userInput()
// @ts-expect-error: without `sync` there is no such member.
bare.restoreInput({})
export const runtimes: readonly core.CoreRuntime[] = [bare, synced]
export const whole: readonly core.Runtime[] = [synced, createRuntime()]
// @ts-expect-error: it lacks `sync`.
export const notWhole: core.Runtime = bare
// @ts-expect-error: carriers need `sync`.
connectSse('/agent', bare)

/** A host's own component around surfaces. */
export function Chat({ address }: { readonly address: string }) {
  const runtime = useRuntime()
  const { state, sources, connection } = useConnection(() => connectSse(address, runtime), [address, runtime])
  const surface = useSurface(runtime, 'trip', { source: sources[0] })
  const [nights, setNights] = useSurfaceData(surface, '/nights')
  const status = useSurfaceStatus(surface)
  // @ts-expect-error: a value is JSON, whose type the agent decides.
  nights?.toFixed()
  return (
    <SurfaceProvider runtime={runtime} headingOffset={2}>
      <button
        type="button"
        onClick={() => (status === 'failed' ? connection?.retry() : setNights(toNumber(nights) + 1))}
      >
        {state satisfies 'connecting' | 'open' | 'done' | 'failed' | undefined}
      </button>
      <SurfaceList source={sources} />
    </SurfaceProvider>
  )
}

interface SeatProps {
  readonly value: number
  readonly pick: Act
  onChange(value: number): void
}

/** Actions are functions, also as the listener of a press; `onChange` takes what the property holds. */
export const Seat: Renderer<SeatProps> = {
  control: ({ props, act, media }) => (
    <button
      type="button"
      onClick={props.pick}
      onMouseEnter={() => props.pick({ row: 7 })}
      onFocus={() => act('pick')}
      onBlur={() => props.onChange(props.value + 1)}
      title={media('value').kind}
    >
      {props.pick.does.kind satisfies 'event' | 'call'}
    </button>
  ),
}
export const badSeats: readonly Renderer<SeatProps>[] = [
  // @ts-expect-error: a number is entered.
  ({ props }) => <button type="button" onClick={() => props.onChange('4')} />,
  // @ts-expect-error: a context is an object.
  ({ props }) => <button type="button" onClick={() => props.pick(4)} />,
  // @ts-expect-error: a number is no action.
  ({ props }) => <button type="button" onClick={() => props.value()} />,
  // @ts-expect-error: `onChange` is no property of the agent's.
  ({ enter }) => <button type="button" onClick={() => enter('onChange', 1)} />,
]

const rows = defineCatalogFromSchemas({
  id: 'https://host.example/rows',
  components: { Rows: { description: 'Rows', props: { rows: listOf({ press: action() }), press: action() } } },
})
export const Rows: Renderer<PropsOf<typeof rows>['Rows']> = ({ props }) => {
  props.press()
  // @ts-expect-error: in a list an action is no function.
  props.rows[0]?.press()
  return null
}

/** An input of the basic catalog in one of the host's. */
export const CheckBox: BasicRenderers['CheckBox'] = {
  control: ({ props }) => (
    <input type="checkbox" checked={props.value} onChange={({ target }) => props.onChange(target.checked)} />
  ),
}
