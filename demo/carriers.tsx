/** One agent, reached by five carriers side by side: the same question, and the same surface from each. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import './styles/carriers.css'
import 'surface-runtime/styles.css'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AgUiCard, AiSdkCard, type CarrierProps, McpCard, SseCard, WebSocketCard } from './carriers/cards.tsx'
import { phone, useMedia } from './media.ts'
import { createSettings, settingsQuery } from './settings.ts'
import { SiteMenu } from './site/SiteMenu.tsx'
import { SiteNav } from './site/SiteNav.tsx'
import { SkipLink, skipTarget } from './site/SkipLink.tsx'
import { ThemeChoice } from './site/ThemeChoice.tsx'

const settings = createSettings(location.search)

function showTheme(): void {
  document.documentElement.dataset['theme'] = settings.getSnapshot().theme
}

settings.subscribe(() => {
  showTheme()
  history.replaceState(null, '', `${location.pathname}${settingsQuery(settings.getSnapshot())}${location.hash}`)
})
showTheme()

const cards: readonly ((props: CarrierProps) => ReactNode)[] = [SseCard, WebSocketCard, AiSdkCard, AgUiCard, McpCard]

function Carriers({ origin }: { readonly origin: string | undefined }): ReactNode {
  const [asked, setAsked] = useState(0)
  return (
    <>
      <SkipLink />
      <Header />
      <main {...skipTarget} className="gallery">
        <div className="carriers__head">
          <h1 className="gallery__title">Carriers</h1>
          <p className="carriers__lead">
            One agent answers one question in five ways. Each card has a connection of its own, and the surface is the
            same.
          </p>
          {origin === undefined ? (
            <p className="carriers__lead" role="alert">
              There is no agent here. Start the demo with “npm start”.
            </p>
          ) : (
            <button type="button" className="carriers__ask" onClick={() => setAsked(asked + 1)}>
              {asked === 0 ? 'Ask for a table' : 'Ask again'}
            </button>
          )}
        </div>
        <div className="carriers">
          {origin !== undefined && cards.map((Carrier) => <Carrier key={Carrier.name} origin={origin} asked={asked} />)}
        </div>
      </main>
    </>
  )
}

function Header(): ReactNode {
  const theme = <ThemeChoice settings={settings} />
  return (
    <header className="toolbar gallery__header">
      {useMedia(phone) ? (
        <SiteMenu current="carriers">
          <div className="preferences">{theme}</div>
        </SiteMenu>
      ) : (
        <>
          <SiteNav current="carriers" />
          {theme}
        </>
      )}
    </header>
  )
}

/** The server that `npm start` starts says where the agent is. */
async function findCarriers(): Promise<string | undefined> {
  try {
    const response = await fetch('./services.json')
    const { carriers } = (await response.json()) as { readonly carriers?: unknown }
    return typeof carriers === 'string' ? carriers : undefined
  } catch {
    return undefined
  }
}

const origin = await findCarriers()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Carriers origin={origin} />
    </StrictMode>,
  )
}
