/** Links to the pages of the demo. */
import { type PageId, pages } from './pages.ts'

export interface SiteNavProps {
  readonly current: PageId
}

export function SiteNav({ current }: SiteNavProps) {
  return (
    <nav className="site-nav" aria-label="Demo">
      <ul className="site-nav__list">
        {pages.map(({ id, label, href }) => (
          <li key={id}>
            <a className="site-nav__link" href={href} aria-current={id === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
