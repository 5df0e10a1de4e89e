/** The pages of the demo, as the header of each leads to them. */

export const pages = [
  { id: 'chat', label: 'Chat', href: './' },
  { id: 'guide', label: 'Guide', href: './guide.html' },
  { id: 'agent', label: 'Sample agent', href: './agent.html' },
  { id: 'transcripts', label: 'Transcripts', href: './transcripts.html' },
  { id: 'carriers', label: 'Carriers', href: './carriers.html' },
  { id: 'model', label: 'Model', href: './model.html' },
  { id: 'slips', label: 'Slips', href: './slips.html' },
  { id: 'gallery', label: 'Gallery', href: './gallery.html' },
] as const

export type PageId = (typeof pages)[number]['id']
