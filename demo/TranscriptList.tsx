/** The transcripts, grouped by protocol version. Links, since the address names the one on show. */
import { useId } from 'react'
import { type Transcript, type TranscriptVersion, transcripts, versions } from './transcripts.ts'
import { ownId } from './workbench/own-transcript.ts'

const groupNames: { readonly [version in TranscriptVersion]: string } = {
  'v0.9': 'Version 0.9',
  'v0.8': 'Version 0.8',
  both: 'Both versions',
}

export interface TranscriptListProps {
  readonly current: Transcript
  /** Also called for the current one, whose link would not change the address. */
  readonly onChoose: (transcript: Transcript) => void
  /** The user wants to play or check something else. */
  readonly onOpen: () => void
}

export function TranscriptList({ current, onChoose, onOpen }: TranscriptListProps) {
  const id = useId()
  return (
    <nav className="transcripts" aria-label="Transcripts">
      <div className="transcripts__open">
        <button type="button" className="plain-button" onClick={onOpen}>
          Open or check…
        </button>
        {current.id === ownId && <p className="transcripts__own">{current.title}</p>}
      </div>
      {versions.map((version) => (
        <section key={version} className="transcripts__group" aria-labelledby={`${id}-${version}`}>
          <h2 className="transcripts__version" id={`${id}-${version}`}>
            {groupNames[version]}
          </h2>
          <ul className="transcripts__list">
            {transcripts
              .filter((transcript) => transcript.version === version)
              .map((transcript) => (
                <li key={transcript.id}>
                  <a
                    className="transcripts__link"
                    href={`#${transcript.id}`}
                    aria-current={transcript.id === current.id ? 'page' : undefined}
                    data-testid={`transcript-${transcript.id}`}
                    onClick={() => onChoose(transcript)}
                  >
                    {transcript.title}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
