/** One agent, reached by five carriers side by side: the same question, and the same surface from each. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import './styles/carriers.css'
import 'surface-runtime/styles.css'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AgUiCard, AiSdkCard, type CarrierProps, McpCard, SseCard, WebSocketCard } from './carriers/cards.tsx'
import { PlainHeader } from './site/PlainHeader.tsx'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'
import { SkipLink, skipTarget } from './site/SkipLink.tsx'

const settings = createPageSettings()

/** By the names of their entry points. */
const cards: { readonly [carrier: string]: (props: CarrierProps) => ReactNode } = {
  sse: SseCard,
  websocket: WebSocketCard,
  'ai-sdk': AiSdkCard,
  'ag-ui': AgUiCard,
  mcp: McpCard,
}

function Carriers({ origin }: { readonly origin: string | undefined }): ReactNode {
  const [asked, setAsked] = useState(0)
  return (
    <>
      <SkipLink />
      <PlainHeader current="carriers" settings={settings} />
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
          {origin !== undefined &&
            Object.entries(cards).map(([name, Carrier]) => <Carrier key={name} origin={origin} asked={asked} />)}
        </div>
      </main>
    </>
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

const [origin] = await Promise.all([findCarriers(), preloadParts()])
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Carriers origin={origin} />
    </StrictMode>,
  )
}
