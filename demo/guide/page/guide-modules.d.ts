/** What `vite-guide.ts` makes of Markdown. */
declare module '*.md?guide' {
  const page: import('./document.ts').GuideDocument
  export default page
}
