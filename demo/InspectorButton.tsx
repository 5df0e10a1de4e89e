/** Shows and hides the inspector beside the chat. */
import { Icon } from './Icon.tsx'

export interface InspectorButtonProps {
  readonly open: boolean
  readonly onPress: () => void
}

export function InspectorButton({ open, onPress }: InspectorButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Inspector"
      title="Inspector"
      aria-expanded={open}
      onClick={onPress}
    >
      <Icon name="inspector" />
    </button>
  )
}
