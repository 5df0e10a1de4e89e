/** The functions of the basic catalog. */

import { defineFunctions, type FunctionDefinitions } from '../../catalog/expression.ts'
import { email } from './email.ts'
import { formatCurrency } from './format-currency.ts'
import { formatDate } from './format-date.ts'
import { formatNumber } from './format-number.ts'
import { formatString } from './format-string.ts'
import { length } from './length.ts'
import { and, not, or } from './logic.ts'
import { numeric } from './numeric.ts'
import { openUrl } from './open-url.ts'
import { pluralize } from './pluralize.ts'
import { regex } from './regex.ts'
import { required } from './required.ts'

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
