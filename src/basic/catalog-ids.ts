/** Ids that agents use for the catalogs of the public protocol: addresses of files, which have moved over the years. */

const site = 'https://a2ui.org/specification/'

/** Where the same files lie besides. */
const copies = [
  'https://github.com/google/A2UI/blob/main/specification/',
  'https://raw.githubusercontent.com/google/A2UI/main/specification/',
  'https://raw.githubusercontent.com/google/A2UI/refs/heads/main/specification/',
  'https://github.com/a2ui-project/a2ui/blob/main/specification/',
  'https://raw.githubusercontent.com/a2ui-project/a2ui/main/specification/',
]

const onSite = (...files: readonly string[]): readonly string[] => files.map((file) => site + file)

const everywhere = (...files: readonly string[]): readonly string[] =>
  files.flatMap((file) => [site, ...copies].map((place) => place + file))

/** Aliases by catalog; the catalog's own id is in its file, that of v0.8's minimal one in `minimal.ts`. */
export const catalogAliases: {
  readonly [catalog in 'basic' | 'standardV08' | 'minimal' | 'minimalV08']: readonly string[]
} = {
  basic: [
    ...onSite('v0_9_1/catalogs/basic/catalog.json', 'v0_9/basic_catalog.json', 'v0_9_1/basic_catalog.json'),
    ...onSite('v0_9/standard_catalog.json', 'v0_9/standard_catalog_definition.json'),
    ...everywhere('v0_9/json/basic_catalog.json', 'v0_9/json/standard_catalog.json'),
    ...copies.map((place) => `${place}v0_9/catalogs/basic/catalog.json`),
  ],
  standardV08: everywhere('v0_8/json/standard_catalog_definition.json', '0.8/json/standard_catalog_definition.json'),
  minimal: onSite(
    'v0_9_1/catalogs/minimal/catalog.json',
    'v0_9/catalogs/minimal/minimal_catalog.json',
    'v0_9_1/catalogs/minimal/minimal_catalog.json',
  ),
  minimalV08: onSite('v0_8/catalogs/minimal/catalog.json'),
}
