// Guide, "Options".
import { basicCatalog, createRuntime, extendedCatalog } from 'surface-runtime'

const runtime = createRuntime({
  catalogs: [extendedCatalog, basicCatalog], // default: [basicCatalog, minimalCatalog]
  onEvent,
  onError,
  validation: 'strict', // or lenient, imported from 'surface-runtime/lenient'
  progressive: true, // the default: components appear while their line is written; false: with the whole line
  limits: { templateItems: 500 },
  media: (url) => url.hostname === 'pictures.example', // or 'all' (default), 'none'
  openUrl: (url, { click }) => router.open(url, { newTab: click?.ctrlKey }), // default: a tab of its own
  locale: 'en-GB',
  timeZone: 'Europe/Berlin', // default: the browser's
})

/** What a host has. */
declare const onEvent: NonNullable<import('surface-runtime').RuntimeOptions['onEvent']>
declare const onError: NonNullable<import('surface-runtime').RuntimeOptions['onError']>
declare const router: { open(url: string, options: { readonly newTab: boolean | undefined }): void }

export { runtime }
