/** `Icon`: an icon of the catalog, or a path that the agent drew. */
import { isObject } from '../../json/value.ts'
import type { RendererOf } from '../../react/renderer.ts'
import type { IconProps } from '../props.ts'
import { IconFrame, IconSvg } from './IconSvg.tsx'

/** A bound name may be anything: what is no icon is an empty one, with a warning. */
export const Icon: RendererOf<IconProps> = ({ props: { name }, label, description, warn, draft }) => {
  const text = [label, description].filter(Boolean).join('. ') || undefined
  const path = isObject(name) ? name['svgPath'] : undefined
  if (isPath(path)) {
    return (
      <IconFrame label={text}>
        <path className="sf-icon__path" d={path} />
      </IconFrame>
    )
  }
  // The schema does not check bound values. An empty value gives no report; any other value that is no icon gives one.
  const warnUnknown = (): void =>
    warn('The value bound to "name" is no icon', 'Write the name of an icon of the catalog, or {"svgPath": …}.')
  if (typeof name !== 'string' || name === '') {
    if (name !== undefined && name !== null && name !== '') warnUnknown()
    return <IconFrame label={text}>{null}</IconFrame>
  }
  return <IconSvg name={name} label={text} loads={!draft} onUnknown={warnUnknown} />
}

/** The grammar that the catalog's schema has for a path that is not bound. */
function isPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 10_000 && /^[MZLHVCSQTAEmzlhvcsqtae0-9+.,\s-]*$/.test(path)
}
