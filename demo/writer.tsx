/** A model that writes surfaces: what was wrong in its answers, what it was told, and what it mended. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import './styles/carriers.css'
import './styles/writer.css'
import 'surface-runtime/styles.css'
import { type ReactNode, StrictMode, useMemo, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { Segmented } from './Segmented.tsx'
import { PlainHeader } from './site/PlainHeader.tsx'
import { createPageSettings } from './site/page-settings.ts'
import { preloadParts } from './site/preload-parts.ts'
import { SkipLink, skipTarget } from './site/SkipLink.tsx'
import { Loop } from './writer/Loop.tsx'
import { OwnTask } from './writer/OwnTask.tsx'
import { recordedModel } from './writer/recorded-model.ts'
import { tasks } from './writer/tasks.ts'

const settings = createPageSettings()

/** Milliseconds between two pieces of an answer. */
const pause = 12

const recorded = tasks.map(({ id, label }) => ({ value: id, label }))

/** The choice of a real model, beside the recorded tasks. */
const own = 'own'

interface GivenModel {
  readonly name: string
  /** Origin of the agent that asks it. */
  readonly agent: string
}

/** `given`: the model that `npm start` was given. */
function Writer({ given }: { readonly given: GivenModel | undefined }): ReactNode {
  const { speed } = useSyncExternalStore(settings.subscribe, settings.getSnapshot)
  const [taskId, setTaskId] = useState(tasks[0].id)
  const [times, setTimes] = useState(0)
  const task = tasks.find(({ id }) => id === taskId) ?? tasks[0]
  const model = useMemo(() => recordedModel(task.answers, speed === 'instant' ? 0 : pause), [task, speed])
  const isOwn = given !== undefined && taskId === own
  return (
    <>
      <SkipLink />
      <PlainHeader current="model" settings={settings} />
      <main {...skipTarget} className="gallery">
        <div className="carriers__head">
          <h1 className="gallery__title">A model writes</h1>
          <p className="carriers__lead">
            Each line of an answer is checked as the page would read it. Right lines are drawn at once; for the others
            the model is asked again.{' '}
            {isOwn
              ? `The answers are those of the model ${given.name}.`
              : 'The answers are recorded, and wrong on purpose; checks and reports are made here.'}
          </p>
          <div className="writer__tasks">
            <Segmented
              legend="Task"
              options={given ? [...recorded, { value: own, label: 'Your model' }] : recorded}
              value={taskId}
              onChange={setTaskId}
            />
            {!isOwn && (
              <button type="button" className="carriers__ask" onClick={() => setTimes(times + 1)}>
                Ask again
              </button>
            )}
          </div>
          {!isOwn && <p className="writer__words">“{task.words}”</p>}
        </div>
        {isOwn ? <OwnTask agent={given.agent} /> : <Loop key={`${task.id} ${times}`} model={model} />}
      </main>
    </>
  )
}

/** The server that `npm start` starts says whether there is one. */
async function findModel(): Promise<GivenModel | undefined> {
  try {
    const response = await fetch('./services.json')
    const { agent, model } = (await response.json()) as { readonly agent?: unknown; readonly model?: unknown }
    return typeof agent === 'string' && typeof model === 'string' ? { name: model, agent } : undefined
  } catch {
    return undefined
  }
}

const [given] = await Promise.all([findModel(), preloadParts()])
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Writer given={given} />
    </StrictMode>,
  )
}
