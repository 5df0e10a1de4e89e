/** v0.8's standard components in the words of the basic catalog. */
import type { Translation } from '../catalog/translated.ts'
import { containers } from './v08/containers.ts'
import { content } from './v08/content.ts'
import { inputs } from './v08/inputs.ts'

/** One translation for each type of v0.8's catalog. */
export const translations: { readonly [type: string]: Translation } = { ...content, ...containers, ...inputs }
