/** Messages of one surface in v0.8 from the same components: other names, other words, other forms of values. */
import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import type { ComponentV08, ComponentV09, DataEntryV08, MessageV08 } from '../protocol/wire.ts'
import type { Built } from './component.ts'
import { flat } from './flat.ts'

interface BeginOptions {
  /** Id of the component that is drawn first. Default: `root`. */
  readonly root?: string
  /** Default: the standard catalog of v0.8. */
  readonly catalogId?: string
  /** `font`, `primaryColor`. */
  readonly styles?: JsonObject
}

/** Each member gives one message. v0.8 draws nothing before `begin`. */
export interface SurfaceMessagesV08 {
  /**
   * Components of the basic catalog with all that stands in them, parents first. What v0.8 has no word for is left out:
   * `accessibility`, `checks`, the label of a choice and of a date, limits of a date. Throws a `TypeError` for calls of functions,
   * icons of one's own and components of other catalogs, and as `surface(…).components` does.
   */
  components(...components: readonly Built[]): MessageV08
  /** The whole data model, or what is at a path. A list becomes an object with the keys `0`, `1` …; null is left out. */
  data(value: JsonObject): MessageV08
  data(path: string, value: JsonObject | readonly JsonValue[]): MessageV08
  /** The surface is drawn: the last message of an answer that makes one. */
  begin(options?: BeginOptions): MessageV08
  /** Removes the surface. */
  remove(): MessageV08
}

/** The messages of v0.8 of the surface with this id, a new one or one that is there. */
export function surfaceV08(surfaceId: string): SurfaceMessagesV08 {
  return {
    components: (...components) => ({ surfaceUpdate: { surfaceId, components: flat(components).map(componentV08) } }),
    data: (...given: readonly [JsonObject] | readonly [string, JsonObject | readonly JsonValue[]]) => {
      const [first, second] = given
      return second === undefined
        ? { dataModelUpdate: { surfaceId, contents: entriesOf(first as JsonObject) } }
        : { dataModelUpdate: { surfaceId, ...(first !== '/' && { path: String(first) }), contents: entriesOf(second) } }
    },
    begin: ({ root = 'root', ...options } = {}) => ({ beginRendering: { surfaceId, root, ...options } }),
    remove: () => ({ deleteSurface: { surfaceId } }),
  }
}

function entriesOf(values: JsonObject | readonly JsonValue[]): readonly DataEntryV08[] {
  return Object.entries(values).flatMap(([key, value]: [string, JsonValue]): readonly DataEntryV08[] => {
    if (value === null) return []
    if (typeof value === 'string') return [{ key, valueString: value }]
    if (typeof value === 'number') return [{ key, valueNumber: value }]
    if (typeof value === 'boolean') return [{ key, valueBoolean: value }]
    return [{ key, valueMap: entriesOf(value) }]
  })
}

function componentV08({ id, component, weight, ...props }: ComponentV09): ComponentV08 {
  const type = getOwn(types, component)
  if (!type) throw new TypeError(`There is no "${component}" in v0.8: the type is not one of the basic catalog`)
  return {
    id,
    ...(typeof weight === 'number' && { weight }),
    component: {
      [getOwn(renamedTypes, component) ?? component]: translated({ ...getOwn(defaults, component), ...props }, type),
    },
  }
}

/** Gives the name of a property in v0.8 and its value there; `undefined`: v0.8 does without it. */
type Property = readonly [name: string, form: (value: JsonValue) => JsonValue | undefined]

interface Properties {
  readonly [name: string]: Property
}

function translated(props: JsonObject, properties: Properties): JsonObject {
  const members = Object.entries(props).flatMap(([name, value]) => {
    const [oldName, form] = getOwn(properties, name) ?? []
    const old = form?.(value)
    return oldName === undefined || old === undefined ? [] : [[oldName, old] as const]
  })
  return Object.fromEntries(members)
}

const same = (value: JsonValue): JsonValue => value

/** A literal or a path. */
function bound(value: JsonValue): JsonValue {
  if (typeof value === 'string') return { literalString: value }
  if (typeof value === 'number') return { literalNumber: value }
  if (typeof value === 'boolean') return { literalBoolean: value }
  if (isList(value)) return { literalArray: value }
  if (isObject(value) && Object.hasOwn(value, 'path')) return value
  throw new TypeError(`v0.8 has only texts, numbers, truth values and paths, not ${JSON.stringify(value)}`)
}

function childList(value: JsonValue): JsonValue {
  if (isList(value)) return { explicitList: value }
  const { componentId = null, path: dataBinding = null } = value as JsonObject
  return { template: { componentId, dataBinding } }
}

function eventOf(action: JsonValue): JsonValue {
  const { event } = action as { readonly event?: JsonObject }
  if (!event) throw new TypeError('v0.8 calls no functions: write an event as the action')
  const { name = '', context = {} } = event
  return { name, context: Object.entries(context as JsonObject).map(([key, value]) => ({ key, value: bound(value) })) }
}

function listOf(properties: Properties): (value: JsonValue) => JsonValue {
  return (value) => (value as readonly JsonObject[]).map((one) => translated(one, properties))
}

const flow: Properties = {
  children: ['children', childList],
  justify: ['distribution', same],
  align: ['alignment', same],
}
const url: Property = ['url', bound]
const label: Property = ['label', bound]
const child: Property = ['child', same]

/** The properties of each type of the basic catalog that v0.8 has too. */
const types: { readonly [type: string]: Properties } = {
  Text: { text: ['text', bound], variant: ['usageHint', same] },
  Image: {
    url,
    description: ['altText', bound],
    variant: ['usageHint', same],
    fit: ['fit', (fit) => (fit === 'scaleDown' ? 'scale-down' : fit)],
  },
  Icon: { name: ['name', bound] },
  Video: { url },
  AudioPlayer: { url, description: ['description', bound] },
  Row: flow,
  Column: flow,
  List: { ...flow, direction: ['direction', same] },
  Card: { child },
  Tabs: { tabs: ['tabItems', listOf({ title: ['title', bound], child })] },
  Modal: { trigger: ['entryPointChild', same], content: ['contentChild', same] },
  Divider: { axis: ['axis', same] },
  Button: {
    child,
    variant: ['primary', (variant) => (variant === 'primary' ? true : undefined)],
    action: ['action', eventOf],
  },
  TextField: {
    label,
    value: ['text', bound],
    variant: ['textFieldType', same],
    validationRegexp: ['validationRegexp', same],
  },
  CheckBox: { label, value: ['value', bound] },
  ChoicePicker: {
    options: ['options', listOf({ label, value: ['value', same] })],
    value: ['selections', bound],
    variant: ['maxAllowedSelections', (variant) => (variant === 'multipleSelection' ? undefined : 1)],
    displayStyle: ['variant', same],
    filterable: ['filterable', same],
  },
  Slider: { label, value: ['value', bound], min: ['minValue', same], max: ['maxValue', same] },
  DateTimeInput: { value: ['value', bound], enableDate: ['enableDate', same], enableTime: ['enableTime', same] },
}

/** Where v0.8 has another default, or no word for it. */
const defaults: { readonly [type: string]: JsonObject } = {
  ChoicePicker: { variant: 'mutuallyExclusive' },
  DateTimeInput: { enableDate: false },
}

const renamedTypes: { readonly [type: string]: string } = { ChoicePicker: 'MultipleChoice' }
