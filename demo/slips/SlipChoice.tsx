/** The slips to choose from, by their place in an answer. On a phone each place opens and closes. */
import { Fragment, type ReactNode, useId, useState } from 'react'
import { phone, useMedia } from '../media.ts'
import { randomSlips, toggled } from './chosen-slips.ts'
import { type Slip, type SlipGroup, slipGroups } from './slip.ts'
import { slips } from './slips.ts'

export interface SlipChoiceProps {
  readonly chosen: readonly Slip[]
  readonly onChange: (chosen: readonly Slip[]) => void
}

export function SlipChoice({ chosen, onChange }: SlipChoiceProps): ReactNode {
  const id = useId()
  const isPhone = useMedia(phone)
  return (
    <section className="slip-choice" aria-labelledby={id}>
      <header className="slip-choice__head">
        <h2 className="slip-choice__title" id={id}>
          Slips <span className="slip-choice__count">{chosen.length === 0 ? 'none' : `${chosen.length} chosen`}</span>
        </h2>
        <div className="slip-choice__buttons">
          <button type="button" className="text-button" onClick={() => onChange([])}>
            None
          </button>
          <button type="button" className="text-button" onClick={() => onChange(randomSlips(3, Math.random))}>
            Three at random
          </button>
        </div>
      </header>
      {slipGroups.map((group) => {
        const Group = isPhone ? FoldedGroup : OpenGroup
        return (
          <Group key={group} name={group} count={chosen.filter((slip) => slip.group === group).length}>
            {slips
              .filter((slip) => slip.group === group)
              .map((slip) => (
                <label key={slip.id} className="slip-choice__slip">
                  <input
                    type="checkbox"
                    className="slip-choice__box"
                    checked={chosen.includes(slip)}
                    onChange={() => onChange(toggled(chosen, slip))}
                  />
                  <span>{labelOf(slip)}</span>
                </label>
              ))}
          </Group>
        )
      })}
    </section>
  )
}

/** Every second piece of a label stands between backticks. */
function labelOf({ label }: Slip): ReactNode {
  return label.split('`').map((piece, index) => {
    const Piece = index % 2 === 1 ? 'code' : Fragment
    // biome-ignore lint/suspicious/noArrayIndexKey: the same piece may stand in two places of a label.
    return <Piece key={index}>{piece}</Piece>
  })
}

interface GroupProps {
  readonly name: SlipGroup
  /** Chosen slips of the group. */
  readonly count: number
  readonly children: ReactNode
}

function OpenGroup({ name, children }: GroupProps): ReactNode {
  return (
    <fieldset className="slip-choice__group">
      <legend className="slip-choice__place">{name}</legend>
      {children}
    </fieldset>
  )
}

function FoldedGroup({ name, count, children }: GroupProps): ReactNode {
  // Open at first where something is chosen. Later only the user opens and closes.
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <details className="slip-choice__fold" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="slip-choice__summary">
        {name}
        {count > 0 && <span className="slip-choice__count">{count} chosen</span>}
      </summary>
      <fieldset className="slip-choice__group">
        <legend className="hidden">{name}</legend>
        {children}
      </fieldset>
    </details>
  )
}
