/** `Icon`: a sign of the catalog's, or one that the agent drew. */
import { isObject } from '../../json/value.ts'
import type { RendererOf } from '../../react/renderer.ts'
import type { IconProps } from '../props.ts'
import { Sign, SignFrame } from './IconSvg.tsx'
import { iconNamed } from './icons.ts'

export const Icon: RendererOf<IconProps> = ({ props: { name }, label, description, warn }) => {
  const text = [label, description].filter(Boolean).join('. ') || undefined
  const path = isObject(name) ? name['svgPath'] : undefined
  if (isPath(path)) {
    return (
      <SignFrame label={text}>
        <path className="sf-icon__path" d={path} />
      </SignFrame>
    )
  }
  // What is bound comes without a check. A place that is still empty says nothing; anything else is told.
  if (typeof name !== 'string' || !iconNamed(name)) {
    if (name !== undefined && name !== null && name !== '')
      warn('The value bound to "name" is no icon', 'Write the name of an icon of the catalog, or {"svgPath": …}.')
    return <SignFrame label={text}>{null}</SignFrame>
  }
  return <Sign name={name} label={text} />
}

/** The same grammar as the catalog's schema has for a path that is not bound. */
function isPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 10_000 && /^[MZLHVCSQTAEmzlhvcsqtae0-9+.,\s-]*$/.test(path)
}
