/** The page: a toolbar, the transcripts, the chat, the inspector. On a phone the chat alone, the rest in sheets. */
import { useCallback, useState, useSyncExternalStore } from 'react'
import { Inspector, type InspectorTab, type RecordedLine } from 'surface-runtime/inspector'
import { Chat } from './Chat.tsx'
import { IconButton } from './IconButton.tsx'
import { phone, roomForLinks, roomy, useMedia } from './media.ts'
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
import { Checker } from './workbench/Checker.tsx'
import { EditLine } from './workbench/EditLine.tsx'
import { useGivenText } from './workbench/given-text.ts'
import { Options } from './workbench/Options.tsx'
import { ownId, ownTranscript } from './workbench/own-transcript.ts'
import { toHash } from './workbench/share.ts'

export interface AppProps {
  readonly stage: Stage
  readonly settings: SettingsStore
}

type OpenSheet = 'transcripts' | 'inspector' | 'options' | 'checker' | undefined

export function App({ stage, settings }: AppProps) {
  const conversation = useSyncExternalStore(stage.subscribe, stage.getSnapshot)
  const { width, dir } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  const onPhone = useMedia(phone)
  const withRoom = useMedia(roomy)
  const withLinks = useMedia(roomForLinks)
  /** What the user said; until then it depends on the room there is. */
  const [beside, setBeside] = useState<boolean>()
  const [sheet, setSheet] = useState<OpenSheet>()
  const [tab, setTab] = useState<InspectorTab>('lines')
  const inspectorBeside = !onPhone && (beside ?? withRoom)
  const { transcript, player } = conversation

  function choose(next: Transcript): void {
    setSheet(undefined)
    // Another one changes the address, which brings it on stage; the same one starts over here.
    if (next === transcript) stage.restart()
  }

  const playText = useCallback(
    (text: string) => {
      setSheet(undefined)
      stage.select(ownTranscript(text))
      void keepInAddress(stage)
    },
    [stage],
  )
  useGivenText(playText)

  function edit(line: number, text: string): void {
    stage.edit(line, text)
    settings.change({ fault: 'none' })
    void keepInAddress(stage)
  }

  /** What an answer of the agent has brought is no line of the transcript. */
  function lineActions({ source, number, text }: RecordedLine) {
    return source === 'push' && number !== undefined ? (
      <EditLine text={text} onRun={(edited) => edit(number, edited)} />
    ) : undefined
  }

  const list = <TranscriptList current={transcript} onChoose={choose} onOpen={() => setSheet('checker')} />
  const inspector = (
    <Inspector
      runtime={conversation.runtime}
      placement="inline"
      tab={tab}
      onTab={setTab}
      onOpen={playText}
      lineActions={lineActions}
    />
  )
  /** A sheet that gives way to another one closes too, a moment later. */
  const closing = (closed: OpenSheet) => (): void => setSheet((now) => (now === closed ? undefined : now))

  return (
    <div className="page" data-inspector={inspectorBeside ? 'open' : 'closed'}>
      <SkipLink />
      <header className="toolbar">
        {onPhone && (
          <IconButton icon="list" label="Transcripts" aria-haspopup="dialog" onClick={() => setSheet('transcripts')} />
        )}
        {!onPhone && (withLinks ? <SiteNav current="transcripts" /> : <SiteMenu current="transcripts" />)}
        <PlayerControls player={player} onRestart={stage.restart} onSeek={stage.seek} />
        {!onPhone && <Preferences settings={settings} />}
        <IconButton icon="options" label="Options" aria-haspopup="dialog" onClick={() => setSheet('options')} />
        {onPhone ? (
          <IconButton icon="inspector" label="Inspector" aria-haspopup="dialog" onClick={() => setSheet('inspector')} />
        ) : (
          <IconButton
            icon="inspector"
            label="Inspector"
            aria-expanded={inspectorBeside}
            onClick={() => setBeside(!inspectorBeside)}
          />
        )}
        <PlayerProgress player={player} />
      </header>
      {!onPhone && <div className="side">{list}</div>}
      <Chat conversation={conversation} width={width} dir={dir} />
      {inspectorBeside && (
        <aside className="inspector" aria-label="Inspector">
          <h2 className="hidden">Inspector</h2>
          {inspector}
        </aside>
      )}
      <Sheet title="Options" side={onPhone ? 'end' : 'middle'} open={sheet === 'options'} onClose={closing('options')}>
        <Options settings={settings} conversation={conversation} onSeek={stage.seek} />
      </Sheet>
      <Sheet
        title="Open or check"
        side={onPhone ? 'end' : 'middle'}
        open={sheet === 'checker'}
        onClose={closing('checker')}
      >
        <Checker text={transcript.id === ownId ? transcript.source : ''} onPlay={playText} />
      </Sheet>
      {onPhone && (
        <>
          <Sheet title="Transcripts" side="start" open={sheet === 'transcripts'} onClose={closing('transcripts')}>
            <SiteNav current="transcripts" />
            {list}
            <Preferences settings={settings} />
          </Sheet>
          <Sheet title="Inspector" side="end" open={sheet === 'inspector'} onClose={closing('inspector')}>
            {inspector}
          </Sheet>
        </>
      )}
    </div>
  )
}

/** A page that is loaded again plays the same. A transcript that is too long for an address is gone then. */
async function keepInAddress(stage: Stage): Promise<void> {
  const hash = (await toHash(stage.getSnapshot().transcript)) ?? `#${ownId}`
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`)
}
