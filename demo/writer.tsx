/** A model that writes surfaces: what was wrong in its answers, what it was told, and what it mended. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import './styles/carriers.css'
import './styles/writer.css'
import 'surface-runtime/styles.css'
import { type ReactNode, StrictMode, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Segmented } from './Segmented.tsx'
import { PlainHeader } from './site/PlainHeader.tsx'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'
import { SkipLink, skipTarget } from './site/SkipLink.tsx'
import { Loop } from './writer/Loop.tsx'
import { tasks } from './writer/tasks.ts'

const settings = createPageSettings()

/** Milliseconds between two pieces of an answer. */
const pause = 12

const options = tasks.map(({ id, label }) => ({ value: id, label }))

function Writer(): ReactNode {
  const { speed } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  const [taskId, setTaskId] = useState(tasks[0].id)
  const [times, setTimes] = useState(0)
  const task = tasks.find(({ id }) => id === taskId) ?? tasks[0]
  return (
    <>
      <SkipLink />
      <PlainHeader current="model" settings={settings} />
      <main {...skipTarget} className="gallery">
        <div className="carriers__head">
          <h1 className="gallery__title">A model writes</h1>
          <p className="carriers__lead">
            Each line of an answer is checked as the page would read it. Right lines are drawn at once; for the others
            the model is asked again. The answers are recorded, and wrong on purpose; checks and reports are made here.
          </p>
          <div className="writer__tasks">
            <Segmented legend="Task" options={options} value={task.id} onChange={setTaskId} />
            <button type="button" className="carriers__ask" onClick={() => setTimes(times + 1)}>
              Ask again
            </button>
          </div>
          <p className="writer__words">“{task.words}”</p>
        </div>
        <Loop key={`${task.id} ${times}`} task={task} pause={speed === 'instant' ? 0 : pause} />
      </main>
    </>
  )
}

await preloadParts()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Writer />
    </StrictMode>,
  )
}
