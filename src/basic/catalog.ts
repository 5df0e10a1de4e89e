/** The basic catalog: its schema, its functions, its v0.8 dialect, and the ids of all catalogs of the public protocol. */
import v08 from '../../catalogs/v0.8/standard_catalog_definition.json?catalog'
import v09 from '../../catalogs/v0.9/basic_catalog.json?catalog'
import { type Catalog, createCatalog } from '../catalog/catalog.ts'
import { withV08Dialect } from '../catalog/v08-dialect.ts'
import { basicFunctions } from './functions/functions.ts'
import { withPatternCheck } from './functions/regex.ts'
import { translations } from './v08.ts'

const site = 'https://a2ui.org/specification/'

/** Other places of the same files. */
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

/**
 * Other ids by catalog: agents use addresses of files, which have moved over the years. The catalog's own id is in its
 * schema, that of v0.8's minimal one in `minimal.ts`.
 */
export const catalogAliases: {
  readonly [catalog in 'basic' | 'standardV08' | 'minimal' | 'minimalV08']: readonly string[]
} = {
  basic: [
    ...onSite(
      'v0_9_1/catalogs/basic/catalog.json',
      'v0_9/basic_catalog.json',
      'v0_9_1/basic_catalog.json',
      'v0_9/standard_catalog.json',
      'v0_9/standard_catalog_definition.json',
    ),
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

/** The components and functions of the public protocol, for agents that speak v0.9 and v0.8. */
export const basicCatalog: Catalog = withV08Dialect(
  createCatalog(v09, {
    functions: basicFunctions,
    aliases: catalogAliases.basic,
    complete: withPatternCheck,
    fallbacks: { Icon: { name: { svgPath: '' } } },
  }),
  { compiled: v08, aliases: catalogAliases.standardV08, translations, fallbacks: { Icon: { name: {} } } },
)
