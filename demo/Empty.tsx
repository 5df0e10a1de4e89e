/** What a panel shows while it has nothing to show. */

export interface EmptyProps {
  readonly title: string
  readonly text: string
}

export function Empty({ title, text }: EmptyProps) {
  return (
    <div className="empty">
      <p className="empty__title">{title}</p>
      <p className="empty__text">{text}</p>
    </div>
  )
}
