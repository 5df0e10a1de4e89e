/** The page: a toolbar, the transcripts, the chat, the inspector. On a phone the chat alone, the rest in sheets. */
import { useState, useSyncExternalStore } from 'react'
import { Inspector, type InspectorTab } from 'surface-runtime/inspector'
import { Chat } from './Chat.tsx'
import { Icon } from './Icon.tsx'
import { InspectorButton } from './InspectorButton.tsx'
import { phone, roomy, useMedia } from './media.ts'
import { PlayerControls, PlayerProgress } from './PlayerControls.tsx'
import { Preferences } from './Preferences.tsx'
import { Sheet } from './Sheet.tsx'
import type { SettingsStore } from './settings.ts'
import { SiteMenu } from './site/SiteMenu.tsx'
import { SiteNav } from './site/SiteNav.tsx'
import { SkipLink } from './site/SkipLink.tsx'
import type { Stage } from './stage.ts'
import { TranscriptList } from './TranscriptList.tsx'
import type { Transcript } from './transcripts.ts'

export interface AppProps {
  readonly stage: Stage
  readonly settings: SettingsStore
}

type OpenSheet = 'transcripts' | 'inspector' | undefined

export function App({ stage, settings }: AppProps) {
  const conversation = useSyncExternalStore(stage.subscribe, stage.getSnapshot)
  const { width } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  const onPhone = useMedia(phone)
  const withRoom = useMedia(roomy)
  /** What the user said; until then it depends on the room there is. */
  const [beside, setBeside] = useState<boolean>()
  const [sheet, setSheet] = useState<OpenSheet>()
  const [tab, setTab] = useState<InspectorTab>('lines')
  const inspectorBeside = !onPhone && (beside ?? withRoom)

  function choose(transcript: Transcript): void {
    setSheet(undefined)
    // Another one changes the address, which brings it on stage; the same one starts over here.
    if (transcript === conversation.transcript) stage.restart()
  }

  const list = <TranscriptList current={conversation.transcript} onChoose={choose} />
  const inspector = <Inspector runtime={conversation.runtime} placement="inline" tab={tab} onTab={setTab} />

  return (
    <div className="page" data-inspector={inspectorBeside ? 'open' : 'closed'}>
      <SkipLink />
      <header className="toolbar">
        {onPhone && <SheetButton icon="list" label="Transcripts" onPress={() => setSheet('transcripts')} />}
        {!onPhone && (withRoom ? <SiteNav current="transcripts" /> : <SiteMenu current="transcripts" />)}
        <PlayerControls player={conversation.player} onRestart={stage.restart} />
        {!onPhone && <Preferences settings={settings} withWidth />}
        {onPhone ? (
          <SheetButton icon="inspector" label="Inspector" onPress={() => setSheet('inspector')} />
        ) : (
          <InspectorButton open={inspectorBeside} onPress={() => setBeside(!inspectorBeside)} />
        )}
        <PlayerProgress player={conversation.player} />
      </header>
      {!onPhone && <div className="side">{list}</div>}
      <Chat conversation={conversation} width={width} />
      {inspectorBeside && (
        <aside className="inspector" aria-label="Inspector">
          <h2 className="hidden">Inspector</h2>
          {inspector}
        </aside>
      )}
      {onPhone && (
        <>
          <Sheet title="Transcripts" side="start" open={sheet === 'transcripts'} onClose={() => setSheet(undefined)}>
            <SiteNav current="transcripts" />
            {list}
            <Preferences settings={settings} withWidth={false} />
          </Sheet>
          <Sheet title="Inspector" side="end" open={sheet === 'inspector'} onClose={() => setSheet(undefined)}>
            {inspector}
          </Sheet>
        </>
      )}
    </div>
  )
}

interface SheetButtonProps {
  readonly icon: 'list' | 'inspector'
  readonly label: string
  readonly onPress: () => void
}

function SheetButton({ icon, label, onPress }: SheetButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} aria-haspopup="dialog" onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}
