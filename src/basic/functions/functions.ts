/** The functions of the basic catalog. */
import { defineFunctions, type FunctionDefinitions } from '../../catalog/function.ts'
import { formatString } from './format-string.ts'
import { length } from './length.ts'
import { required } from './required.ts'

export const basicFunctions: FunctionDefinitions = defineFunctions({ formatString, length, required })
