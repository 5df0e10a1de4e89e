/** One answer of an agent with the slips that the user chooses: strict mode beside lenient mode. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import './styles/slips.css'
import 'surface-runtime/styles.css'
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Segmented } from './Segmented.tsx'
import { PlainHeader } from './site/PlainHeader.tsx'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'
import { SkipLink, skipTarget } from './site/SkipLink.tsx'
import { answers } from './slips/answers.ts'
import { type Choice, hashOf, readChoice } from './slips/choice.ts'
import { ModeResult } from './slips/ModeResult.tsx'
import { SentLines } from './slips/SentLines.tsx'
import { SlipChoice } from './slips/SlipChoice.tsx'
import { createShow } from './slips/show.ts'

const settings = createPageSettings()
const show = createShow(readChoice(location.hash))

window.addEventListener('hashchange', () => show.choose(readChoice(location.hash)))

const options = answers.map(({ id, label }) => ({ value: id, label }))

/** The address names the choice, so that a link shows the same page again. */
function choose(changed: Partial<Choice>): void {
  const choice = { ...show.getSnapshot().choice, ...changed }
  history.replaceState(null, '', hashOf(choice))
  show.choose(choice)
}

function Slips(): ReactNode {
  const { choice, right, sent, strict, lenient } = useSyncExternalStore(show.subscribe, show.getSnapshot)
  return (
    <>
      <SkipLink />
      <PlainHeader current="slips" settings={settings} />
      <main {...skipTarget} className="gallery slips">
        <div className="slips__head">
          <div className="slips__words">
            <h1 className="gallery__title">Slips of an agent</h1>
            <p className="slips__lead">
              Agents write answers in other ways than the protocol asks. Strict mode says what is wrong. Lenient mode
              draws what was meant, and says what to write instead. Choose slips, and press the buttons to see what they
              would send. In the guide: <a href="./guide.html#errors/lenient-mode">what lenient mode reads</a>.
            </p>
          </div>
          <Segmented
            legend="Answer"
            options={options}
            value={choice.answer.id}
            onChange={(id) => choose({ answer: answers.find((answer) => answer.id === id) ?? choice.answer })}
          />
        </div>
        <div className="slips__parts">
          <SlipChoice chosen={choice.slips} onChange={(slips) => choose({ slips })} />
          <div className="slips__outcome">
            <SentLines right={right} sent={sent} />
            <div className="slips__modes">
              <ModeResult name="Strict" code="createRuntime()" live={strict} />
              <ModeResult name="Lenient" code="createRuntime({ validation: lenient })" live={lenient} />
            </div>
          </div>
        </div>
      </main>
    </>
  )
}

await preloadParts()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Slips />
    </StrictMode>,
  )
}
