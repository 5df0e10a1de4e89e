/** The formats that schemas may name. */
export const formats: { readonly [name: string]: RegExp } = {
  // What matters is that it names a scheme; whether a scheme may be used is decided where the URL is.
  uri: /^[a-z][a-z0-9+.-]*:[^\s]+$/i,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/,
}
