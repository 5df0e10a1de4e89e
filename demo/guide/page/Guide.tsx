/** The guide: its pages on the side, the one that is read, and the ways on. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { SettingsStore } from '../../settings.ts'
import { PlainHeader } from '../../site/PlainHeader.tsx'
import { SkipLink, skipTarget } from '../../site/SkipLink.tsx'
import type { GuideDocument } from './document.ts'
import { Markdown } from './Markdown.tsx'
import { chapters, neighboursOf, type Place } from './pages.ts'

interface Reading {
  readonly place: Place
  readonly document: GuideDocument
  /** The reader followed a link: the focus goes along. */
  readonly followed: boolean
}

export interface GuideProps {
  readonly reading: Reading
  readonly settings: SettingsStore
}

export function Guide({ reading, settings }: GuideProps): ReactNode {
  const { place, document: page, followed } = reading
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${page.title} · surface-runtime`
    const heading = place.heading === undefined ? null : document.getElementById(place.heading)
    if (heading) heading.scrollIntoView()
    else if (followed) scrollTo(0, 0)
    const target = heading ?? title.current
    if (!followed || !target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [page, place, followed])
  return (
    <>
      <SkipLink />
      <PlainHeader current="guide" settings={settings} />
      <div className="guide">
        <Contents current={place.page} />
        <main {...skipTarget} className="guide__page">
          {place.page !== 'index' && (
            <a className="guide__up" href="#index">
              All pages
            </a>
          )}
          <article key={place.page} data-page={place.page}>
            <h1 ref={title} tabIndex={-1}>
              {page.title}
            </h1>
            <Markdown page={place.page} nodes={page.nodes} />
          </article>
          <Onward page={place.page} />
        </main>
      </div>
    </>
  )
}

/** On a phone it stands below the page, and *All pages* leads to the index. */
function Contents({ current }: { readonly current: string }): ReactNode {
  return (
    <nav className="guide__contents" aria-label="Guide">
      <a
        className="guide__link guide__link--index"
        href="#index"
        aria-current={current === 'index' ? 'page' : undefined}
      >
        All pages
      </a>
      {chapters.map(({ title, pages }) => (
        <section key={title} className="guide__chapter" aria-label={title}>
          <p className="guide__chapter-title">{title}</p>
          <ul className="guide__links">
            {pages.map((page) => (
              <li key={page.id}>
                <a className="guide__link" href={`#${page.id}`} aria-current={page.id === current ? 'page' : undefined}>
                  {page.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Onward({ page }: { readonly page: string }): ReactNode {
  const { before, after } = neighboursOf(page)
  return (
    <nav className="guide__onward" aria-label="Next pages">
      {before && <a href={`#${before.id}`}>Before: {before.title}</a>}
      {after && <a href={`#${after.id}`}>Next: {after.title}</a>}
    </nav>
  )
}
