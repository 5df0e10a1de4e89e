/**
 * Built pages ask for their font together with their script, not when the script runs. At 400 kbit/s the font then comes before
 * the first frame, and without this it does not.
 */
import type { Plugin } from 'vite'

export function fontPreload(): Plugin {
  return {
    name: 'surface-runtime:font-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          // `crossorigin`: browsers load fonts in CORS mode from any origin. A preload in another mode is not used.
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}
