/**
 * The choice of the surface version. Buttons and no radio buttons: there an arrow key would choose at once, and each version has
 * a conversation of its own. A button takes Enter, Space or a press.
 */
import { type SurfaceVersion, surfaceVersions } from './surface-version.ts'

export interface VersionChoiceProps {
  readonly offered: readonly SurfaceVersion[]
  readonly value: SurfaceVersion
  readonly onChange: (version: SurfaceVersion) => void
}

export function VersionChoice({ offered, value, onChange }: VersionChoiceProps) {
  return (
    <fieldset className="segmented">
      <legend className="segmented__legend">Surface version</legend>
      <div className="segmented__track">
        {surfaceVersions
          .filter((version) => offered.includes(version))
          .map((version) => (
            <button
              key={version}
              type="button"
              className="segmented__option"
              aria-pressed={version === value}
              onClick={() => version !== value && onChange(version)}
            >
              {version}
            </button>
          ))}
      </div>
    </fieldset>
  )
}
