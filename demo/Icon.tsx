/** One family of icons: 16 px, stroke 1.5, the colour of the text beside. Never the only name of a control. */

const shapes = {
  play: 'M5 3.2v9.6a.4.4 0 0 0 .6.35l7.6-4.8a.4.4 0 0 0 0-.7L5.6 2.85a.4.4 0 0 0-.6.35Z',
  pause: 'M5.5 3v10M10.5 3v10',
  step: 'M3.5 3.6v8.8l6.5-4.4-6.5-4.4ZM12.5 3.5v9',
  back: 'M12.5 3.6v8.8L6 8l6.5-4.4ZM3.5 3.5v9',
  options:
    'M2.5 4.5h6M12 4.5h1.5M2.5 11.5h1.5M7.5 11.5h6M8.5 4.5a1.75 1.75 0 1 0 3.5 0 1.75 1.75 0 0 0-3.5 0ZM4 11.5a1.75 1.75 0 1 0 3.5 0 1.75 1.75 0 0 0-3.5 0Z',
  restart: 'M3 8a5 5 0 1 0 1.6-3.7L3 5.8M3 2.6v3.2h3.2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  compose: 'M7.5 3H3.2v9.8H13V8.5M6.2 9.8l.5-2.2 6-6 1.7 1.7-6 6-2.2.5Z',
  chats: 'M2.5 3h8.6v6.2H6.2L3.9 11V9.2H2.5ZM13.5 6.2v6.2h-1.3V14l-2.2-1.6H7.6',
  rename: 'M3 13l.6-2.8 7.2-7.2 2.2 2.2-7.2 7.2ZM9.4 4.4l2.2 2.2',
  delete: 'M3 4.5h10M6.2 4.5V2.8h3.6v1.7M4.3 4.5l.6 8.7h6.2l.6-8.7M6.8 7v4M9.2 7v4',
  save: 'M8 2.8v7M5 7l3 3 3-3M3 12.8h10',
  copy: 'M5.5 5.5h7.7v7.7H5.5ZM5.5 10.5H2.8V2.8h7.7v2.7',
  lines: 'M5.4 4.6 2.2 8l3.2 3.4M10.6 4.6 13.8 8l-3.2 3.4',
  done: 'm3.2 8.4 3.2 3.2 6.4-7',
  cart: 'M1.8 3h1.9l1.6 7h6.5l1.5-5H4.2M6.3 12.9v.1M11 12.9v.1',
  retry: 'M13 8a5 5 0 1 1-1.6-3.7L13 5.8M13 2.6v3.2H9.8',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  inspector: 'M2.5 3h11v10h-11ZM9.8 3v10',
  close: 'm4 4 8 8M12 4l-8 8',
  system: 'M2.5 3h11v7.5h-11ZM6 13.2h4M8 10.5v2.7',
  light:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.85.85M11.75 11.75l.85.85M3.4 12.6l.85-.85M11.75 4.25l.85-.85',
  dark: 'M13.4 9.6A5.6 5.6 0 0 1 6.4 2.6a5.6 5.6 0 1 0 7 7Z',
  narrow: 'M5 1.8h6a.7.7 0 0 1 .7.7v11a.7.7 0 0 1-.7.7H5a.7.7 0 0 1-.7-.7v-11a.7.7 0 0 1 .7-.7ZM7.2 12h1.6',
  wide: 'M1.8 4h12.4v8H1.8ZM4.4 8h7.2M6 6.4 4.4 8 6 9.6M10 6.4 11.6 8 10 9.6',
  alert: 'M8 2.4 14 13H2ZM8 6.4v3M8 11.2v.1',
  chevron: 'm6 4 4 4-4 4',
  send: 'M8 13V3.4M4 7.2l4-4 4 4',
  stop: 'M4.5 4.5h7v7h-7Z',
  press:
    'M6.5 8.5V3.7a1.1 1.1 0 0 1 2.2 0V7l3 .7c.8.2 1.3.9 1.2 1.7l-.4 2.8a2 2 0 0 1-2 1.8H7.9a2 2 0 0 1-1.6-.8L3.6 9.6c-.5-.7.4-1.6 1.1-1.1Z',
} as const

export type IconName = keyof typeof shapes

export interface IconProps {
  readonly name: IconName
}

export function Icon({ name }: IconProps) {
  return (
    <svg className="icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
