/** Translations of v0.8's standard components into the basic catalog. */
import type { Translation } from '../catalog/v08-dialect.ts'
import { containers } from './v08/containers.ts'
import { content } from './v08/content.ts'
import { inputs } from './v08/inputs.ts'

/** By v0.8 component type. */
export const translations: { readonly [type: string]: Translation } = { ...content, ...containers, ...inputs }
