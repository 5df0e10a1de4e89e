// What a person would read, use and send, without a page: texts, controls and presses of all surfaces of a text.
import { createRuntime } from '../../../src/basic/create-runtime.ts'
import type { ClientEvent, SurfaceError } from '../../../src/entries/core.ts'
import type { Lenient } from '../../../src/entries/lenient.ts'
import { join, type Pointer, root } from '../../../src/json/pointer.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import type { Items } from '../../../src/surface/evaluate.ts'
import { type LiveSurface, liveSurface } from '../../../src/surface/surface.ts'

export interface Seen {
  readonly texts: readonly string[]
  readonly controls: readonly string[]
  readonly presses: readonly { readonly name: string; readonly event: string; readonly context: JsonObject }[]
  readonly reports: readonly SurfaceError[]
}

export function seenOf(text: string, validation: 'strict' | Lenient): Seen {
  const reports: SurfaceError[] = []
  const events: ClientEvent[] = []
  const runtime = createRuntime({
    validation,
    onError: (error) => reports.push(error),
    onEvent: (event) => void events.push(event),
    locale: 'en-GB',
    timeZone: 'UTC',
  })
  runtime.push(text)
  runtime.end()
  const seen = { texts: [] as string[], controls: [] as string[], presses: [] as Seen['presses'][number][], reports }
  for (const surface of runtime.surfaces.getSnapshot()) {
    const live = liveSurface(surface)
    if (live) walk(live, live.beginning.getSnapshot().root, root, seen, events, 0)
  }
  return seen
}

type Seeing = { readonly texts: string[]; readonly controls: string[]; readonly presses: Seen['presses'][number][] }

const inputs: { readonly [type: string]: string } = {
  TextField: 'textbox',
  CheckBox: 'checkbox',
  ChoicePicker: 'choice',
  Slider: 'slider',
  DateTimeInput: 'date',
}

function walk(
  surface: LiveSurface,
  id: string,
  scope: Pointer,
  seen: Seeing,
  events: ClientEvent[],
  depth: number,
): void {
  if (depth > 30) return
  const binding = new ComponentBinding(surface, id, scope)
  const { component, props } = binding.getSnapshot()
  if (!component) return
  const { type } = component
  if (component.invalid) return
  const inner = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const {
      kind,
      id: to,
      ids,
      componentId,
      pointer,
      items,
    } = value as { kind?: string; id?: string; ids?: readonly string[] } & Partial<Omit<Items, 'kind'>>
    if (kind === 'child' && to) walk(surface, to, scope, seen, events, depth + 1)
    else if (kind === 'children') for (const one of ids ?? []) walk(surface, one, scope, seen, events, depth + 1)
    else if (kind === 'items' && componentId && pointer) {
      const keys = typeof items === 'number' ? Array.from({ length: items }, (_, index) => `${index}`) : (items ?? [])
      for (const key of keys) walk(surface, componentId, join(pointer, [key]), seen, events, depth + 1)
    } else if (Array.isArray(value)) value.forEach(inner)
    else if (!kind) Object.values(value).forEach(inner)
  }
  if (type === 'Text') seen.texts.push(...(props['text'] === '' ? [] : [String(props['text'])]))
  else if (type === 'Image') seen.controls.push(`image ${String(props['url'])}`)
  else if (type === 'Icon') seen.controls.push(`icon ${JSON.stringify(props['name'])}`)
  else if (type === 'Divider') seen.controls.push('divider')
  else if (inputs[type]) {
    const options = (props['options'] ?? []) as readonly { readonly label: string; readonly value: string }[]
    const value =
      type === 'ChoicePicker'
        ? (props['value'] as readonly string[]).map(
            (one) => options.find((option) => option.value === one)?.label ?? '',
          )
        : props['value']
    const ends = type === 'Slider' ? ` ${String(props['min'])}–${String(props['max'])}` : ''
    const parts =
      type === 'DateTimeInput'
        ? ` ${String(props['enableTime'] === true)}`
        : type === 'TextField' && props['variant'] === 'obscured'
          ? ' obscured'
          : ''
    seen.controls.push(
      `${inputs[type]} ${String(props['label'] ?? '')}${ends}${parts}: ${options.map(({ label }) => label).join('/')} = ${JSON.stringify(value ?? '')}`,
    )
  } else if (type === 'Button') {
    const own: Seeing = { texts: [], controls: [], presses: [] }
    const before = seen.texts.length
    const child = props['child'] as { readonly id?: string } | undefined
    if (child?.id) walk(surface, child.id, scope, own, events, depth + 1)
    seen.controls.push(`button ${own.texts.join(' ')}`, ...own.controls)
    events.length = 0
    binding.act('action')
    const [event] = events
    if (event) seen.presses.push({ name: own.texts.join(' '), event: event.name, context: event.context as JsonObject })
    seen.texts.length = before
    return
  } else if (type === 'Tabs')
    for (const { title } of (props['tabs'] ?? []) as readonly { readonly title: string }[]) seen.texts.push(title)
  if (type === 'Tabs')
    for (const { child } of (props['tabs'] ?? []) as readonly { readonly child: unknown }[]) inner(child)
  else for (const [name, value] of Object.entries(props)) if (!/^(action|checks|options)$/.test(name)) inner(value)
}
