/** Lenient mode: what other vocabularies call the components for work, and their properties. It comes with the catalog. */
import { getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../json/value.ts'

/** Behind a type the words that mean it, in lower case without signs. */
export const synonyms: { readonly [type: string]: readonly string[] } = {
  Table: ['datatable', 'datagrid', 'spreadsheet', 'dataframe', 'sortabletable'],
  Callout: ['alert', 'notice', 'banner', 'message', 'infobox', 'admonition', 'toast', 'warning'],
  Stat: ['statistic', 'metric', 'kpi', 'statcard', 'metriccard', 'kpicard', 'figure'],
  Badge: ['tag', 'chip', 'pill', 'status', 'statusbadge', 'label'],
  Progress: ['progressbar', 'linearprogress', 'progressindicator', 'meter'],
  Steps: ['stepper', 'timeline', 'stepindicator', 'wizard'],
  Accordion: ['collapse', 'collapsible', 'expansionpanel', 'disclosure', 'expander'],
  Avatar: ['useravatar', 'profilepicture'],
  Approval: ['confirm', 'confirmation', 'confirmationcard', 'approvalcard', 'approvalrequest'],
  CodeBlock: ['code', 'codesnippet', 'pre', 'codeview'],
  Select: ['dropdown', 'combobox', 'autocomplete', 'selectfield', 'searchselect', 'picker'],
  Chart: ['barchart', 'linechart', 'areachart', 'piechart', 'graph', 'plot', 'donutchart'],
  FileUpload: ['upload', 'fileinput', 'filepicker', 'dropzone', 'fileuploader'],
}

/** Behind a property the names that stand for it, by type. */
const names: { readonly [type: string]: { readonly [property: string]: string } } = {
  Table: { rows: 'data items records dataSource values', columns: 'headers fields cols', caption: 'title heading' },
  Callout: {
    tone: 'severity variant type level status kind',
    text: 'message description content body',
    title: 'heading',
  },
  Stat: { change: 'delta trend', caption: 'helpText description' },
  Badge: { tone: 'severity variant color status type', text: 'label value content' },
  Progress: { value: 'progress percent current', label: 'title text' },
  Steps: { steps: 'items', current: 'active activeStep currentStep' },
  Accordion: { sections: 'items panels' },
  Avatar: { url: 'src image imageUrl', name: 'alt label initials' },
  Approval: {
    approve: 'onApprove confirm onConfirm accept',
    decline: 'onDecline reject onReject cancel',
    text: 'message description',
  },
  CodeBlock: { code: 'content text value', title: 'filename' },
  Chart: {
    rows: 'data points values',
    kind: 'type chartType variant',
    x: 'xKey xField labelKey category',
    series: 'y yKey',
  },
}

const columnNames = { path: 'key field accessor accessorKey dataIndex id name', label: 'header headerName title name' }

const tones: { readonly [word: string]: string } = {
  ...{ error: 'danger', critical: 'danger', destructive: 'danger', red: 'danger', warn: 'warning', yellow: 'warning' },
  ...{
    ok: 'success',
    positive: 'success',
    green: 'success',
    note: 'info',
    tip: 'info',
    blue: 'info',
    default: 'neutral',
  },
}

/** The properties that a faulty component of a type most likely means, as far as they are others. */
export function meantFor(type: string): (bag: JsonObject) => JsonObject {
  const properties = getOwn(names, type) ?? {}
  return (bag) => {
    const meant: { [name: string]: JsonValue } = {}
    for (const [name, others] of Object.entries(properties)) {
      const found = firstOf(bag, name, others)
      if (found !== undefined) meant[name] = found
    }
    const { columns, tone } = meant
    if (isList(columns)) meant['columns'] = columns.map(columnOf)
    if (typeof tone === 'string') meant['tone'] = getOwn(tones, tone.toLowerCase()) ?? tone.toLowerCase()
    return meant
  }
}

function firstOf(bag: JsonObject, name: string, others: string): Maybe {
  return [name, ...others.split(' ')].map((one) => getOwn(bag, one)).find((one) => one !== undefined)
}

/** A column as a word, or under the names of other libraries. */
function columnOf(sent: JsonValue): JsonValue {
  if (typeof sent === 'string') return { path: sent, label: sent }
  if (!isObject(sent) || isList(sent)) return sent
  const column = sent as JsonObject
  const path = firstOf(column, 'path', columnNames.path)
  const label = firstOf(column, 'label', columnNames.label) ?? path
  if (typeof path !== 'string' || label === undefined) return sent
  const kept = Object.entries(column).filter(
    ([name]) => !` ${columnNames.path} ${columnNames.label} `.includes(` ${name} `),
  )
  return { ...Object.fromEntries(kept), path, label }
}
