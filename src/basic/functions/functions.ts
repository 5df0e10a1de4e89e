/** The functions of the basic catalog, by their names on the wire. */
import { defineFunctions, type FunctionDefinitions } from '../../catalog/expression.ts'
import { and, email, length, not, numeric, or, required } from './checks.ts'
import { formatDate } from './format-date.ts'
import { formatCurrency, formatNumber, pluralize } from './numbers.ts'
import { openUrl } from './open-url.ts'
import { regex } from './regex.ts'
import { formatString } from './template.ts'

/** An implementation for each function of the schema. */
export const basicFunctions: FunctionDefinitions = defineFunctions({
  required,
  regex,
  length,
  numeric,
  email,
  formatString,
  formatNumber,
  formatCurrency,
  formatDate,
  pluralize,
  openUrl,
  and,
  or,
  not,
})
