/** The start of the names of a catalog's types, from the name of its file. */

/** `travel_catalog.json` → `Travel`, for `TravelProps` and `TravelArgs`. Folders before the name count for nothing. */
export function typeNameOf(path: string): string {
  const file = path.replace(/^.*[/\\]/, '').replace(/\.json$/, '')
  const words = file.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const telling = words.length > 1 ? words.filter((word) => word.toLowerCase() !== 'catalog') : words
  return telling.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Whether a name can begin the name of a type. */
export function isTypeName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name)
}
