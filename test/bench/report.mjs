// Measurements as Markdown. A ratio says how many times the yardstick something costs: under 1 is cheaper.

export function tableOfNode(measured) {
  const rows = measured.map((row) => {
    const [ours, yardstick] = [median(row.ours), median(row.yardstick)]
    const told = (time) => (row.amount ? rate(row.amount, time) : duration(time))
    return [nameOf(row), told(ours), `${told(yardstick)} (${row.against})`, ratio(ours, yardstick), row.ours.length]
  })
  return table(['What', 'Ours', 'Yardstick', 'Ratio', 'Samples'], rows)
}

export function tableOfBrowser(results) {
  const rows = results.map((row) => {
    const { name, what, unit, ours, bare } = row
    const perSecond = name === 'ingest' ? ` (${grouped(10_000_000 / median(ours))} lines/s)` : ''
    return [
      `\`${name}\` ${what}`,
      `${measureOf(median(ours), unit)}${perSecond}`,
      ours.length > 1 ? `${figure(Math.min(...ours))}–${figure(Math.max(...ours))}` : '',
      measureOf(median(bare), unit),
      median(bare) > 0 && median(ours) > 0 ? ratio(median(ours), median(bare)) : '',
      `${ours.length}/${bare.length}`,
    ]
  })
  return table(['Workload', 'Ours', 'from–to', 'Bare React', 'Ratio', 'Samples'], rows)
}

/** Two builds by turns. A ratio is one of a turn; under 1 this build is faster. Where 1 is within the interval, nothing was shown. */
export function tableOfTurns(turns) {
  const rows = turns.map(([name, pairs]) => {
    const [ours, other] = ['ours', 'other'].map((build) => pairs.map((pair) => pair[build]))
    const ratios = pairs.map((pair) => pair.ours / pair.other)
    return [name, withInterval(ours), withInterval(other), withInterval(ratios), pairs.length]
  })
  return table(['Workload', 'This build, ms', 'The other, ms', 'Ratio', 'Turns'], rows)
}

/** The median, and an interval that holds the true one in 95 of 100 cases, whatever the distribution: by ranks. */
function withInterval(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.max(0, Math.floor((sorted.length - 1.96 * Math.sqrt(sorted.length)) / 2))
  return `${figure(median(values))} (${figure(sorted[rank])}–${figure(sorted[sorted.length - 1 - rank])})`
}

export function tableOfBursts(bursts) {
  const rows = ['ours', 'bare'].map((adapter) => {
    const own = bursts.filter((burst) => burst.adapter === adapter)
    const delays = own.flatMap((burst) => burst.delays)
    return [
      adapter === 'ours' ? 'Ours' : 'Bare React, turns of 8 ms too',
      measureOf(median(own.map(({ taken }) => taken)), 'ms'),
      own.length > 0 ? measureOf(Math.max(...own.map(({ longest }) => longest)), 'ms') : '',
      own.reduce((sum, { long }) => sum + long, 0),
      delays.length,
      measureOf(median(delays), 'ms'),
      measureOf(quantile(delays, 0.95), 'ms'),
    ]
  })
  const heads = [
    '',
    'Whole burst',
    'Longest without a turn',
    'Tasks over 50 ms',
    'Keys',
    'Key to value: median',
    '95th %',
  ]
  return table(heads, rows)
}

/** What answers cost while they come in: all of a kind together. */
export function tableOfAnswers(costs) {
  const rows = ['ours', 'asText'].map((kind) => {
    const own = costs.filter((cost) => cost.kind === kind)
    const sum = (what) => own.reduce((total, cost) => total + cost[what], 0)
    const delays = own.flatMap((cost) => cost.delays)
    return [
      kind === 'ours' ? 'Ours' : 'As plain text',
      own.length,
      delays.length,
      measureOf(median(delays), 'ms'),
      measureOf(quantile(delays, 0.95), 'ms'),
      sum('long'),
      measureOf(sum('longTime'), 'ms'),
      `${((100 * sum('lost')) / sum('frames')).toFixed(1)} %`,
    ]
  })
  const heads = [
    '',
    'Answers',
    'Lines',
    'To the frame: median',
    '95th %',
    'Tasks over 50 ms',
    'Together',
    'Frames lost',
  ]
  return table(heads, rows)
}

/** Streams that a model writes: 50th and 90th percentile. */
export function tableOfFirstShown(measured) {
  const told = (seconds) => `${quantile(seconds, 0.5).toFixed(2)} (${quantile(seconds, 0.9).toFixed(2)})`
  const rows = measured.map(({ name, rate, whole, drafts }) => [name, rate, told(whole), told(drafts), whole.length])
  return table(['Streams', 'Tokens/s', 'Whole lines: p50 (p90)', 'With drafts', 'Samples'], rows)
}

/** Streams of the agent server: one row for each run. */
export function tableOfSubscribers(runs) {
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
  const rows = runs.map(({ subscribers, errors, heapEach, residentEach, events, taken, cpu }) => [
    grouped(subscribers),
    errors,
    kB(heapEach),
    kB(residentEach),
    grouped(events),
    measureOf(taken, 'ms'),
    measureOf(cpu, 'ms'),
  ])
  const heads = ['Readers', 'Errors', 'Heap each', 'Resident each', 'Events', 'Taken', "Server's CPU"]
  return table(heads, rows)
}

/** gRPC beside the public SDK's server: medians of runs in turns. */
export function tableOfGrpc(runs) {
  const of = (server, what) => median(runs.filter((run) => run.server === server).map((run) => run[what]))
  const row = (name, what, told) => {
    const [ours, sdk] = [of('ours', what), of('sdk', what)]
    return [name, told(ours), told(sdk), (ours / sdk).toFixed(1)]
  }
  const rate = (value) => grouped(Math.round(value))
  const errors = (server) => runs.filter((run) => run.server === server).reduce((sum, run) => sum + run.errors, 0)
  const rows = [
    row('GetTask, 32 at once: calls a second', 'calls', rate),
    row('events a second to one reader', 'toOne', rate),
    row('events a second to 200 readers together', 'toMany', rate),
    row('a reader that takes nothing of 20 MB: memory', 'slow', (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`),
    ['streams without every event', errors('ours'), errors('sdk'), ''],
  ]
  return table(['What', 'Ours', 'SDK on grpc-js', 'Ratio'], rows)
}

/** Percent of texts, controls, whole answers and presses that are kept, in strict and in lenient mode. */
export function tableOfReality(measured) {
  const percent = ([kept, all]) => (all > 0 ? ((100 * kept) / all).toFixed(1) : '')
  const told = ({ texts, controls, presses, whole, plays }) =>
    [texts, controls, [whole, plays], presses].map(percent).join(' / ')
  const rows = measured.map(({ name, slips, strict, lenient }) => {
    return [name, slips, lenient.plays, told(strict), told(lenient), lenient.wrong]
  })
  const heads = ['Slips', 'Kinds', 'Plays', 'Strict: texts / controls / whole / presses', 'Lenient', 'Wrong things']
  return table(heads, rows)
}

/** What is promised of any input of up to a megabyte: milliseconds in one task, and megabytes left once its surface is deleted. */
const promised = { longest: 500, left: 64 }

/** Inputs by name, each with its outcomes. Bold: more than what is promised. */
export function tableOfHostile(inputs) {
  const rows = inputs.map(([name, outcomes]) => {
    const of = (what) => outcomes.map((outcome) => outcome[what])
    const told = (what, unit) => {
      const value = median(of(what))
      return value > promised[what] ? `**${measureOf(value, unit)}**` : measureOf(value, unit)
    }
    const codes = [...new Set(outcomes.flatMap((outcome) => outcome.codes))].join(', ')
    return [
      name,
      codes || 'shown',
      told('taken', 'ms'),
      told('longest', 'ms'),
      told('held', 'MB'),
      told('left', 'MB'),
      outcomes.length,
    ]
  })
  return table(['Input', 'What comes of it', 'Taken in', 'Longest still', 'Held', 'Left', 'Samples'], rows)
}

/** Bars of what one piece costs in each size: of equal length where the whole grows linearly. */
export function growthInNode(measured) {
  const names = [...new Set(measured.filter(({ size }) => size !== undefined).map(({ name }) => name))]
  const groups = names.map((name) => {
    const bars = measured.filter((row) => row.name === name)
    return { title: name, bars: bars.map(({ size, ours }) => ({ size, cost: median(ours) })) }
  })
  return chart(groups)
}

/** What of the browser's workloads comes in sizes, and whether it is told per item or as it is. */
const growing = [
  { group: 'texts', what: 'first, root first', perItem: true, title: 'first drawing, per text' },
  { group: 'texts', what: 'first, root last', perItem: true, title: 'first drawing, root last, per text' },
  { group: 'texts', what: 'one value changes', perItem: false, title: 'one of so many values changes' },
  { group: 'rows', what: 'first', perItem: true, title: 'first drawing of a template, per row' },
  { group: 'rows', what: 'a row at the end', perItem: false, title: 'a row at the end' },
  { group: 'rows', what: 'an edit', perItem: false, title: 'an edit of one row' },
]

export function growthInBrowser(results) {
  const groups = growing.flatMap(({ group, what, perItem, title }) =>
    ['ours', 'bare'].map((adapter) => {
      const rows = results.filter((row) => row.name.startsWith(`${group}-`) && row.what === what && row[adapter].length)
      const bars = rows.map((row) => {
        const size = Number(row.name.slice(group.length + 1))
        return { size, cost: median(row[adapter]) / (perItem ? size : 1) }
      })
      return { title: `${title}, ${adapter === 'ours' ? 'ours' : 'bare React'}`, bars }
    }),
  )
  return chart(groups)
}

function chart(groups) {
  const drawn = groups
    .filter(({ bars }) => bars.length > 1)
    .map(({ title, bars }) => [title, ...bars.map(barAmong(bars))])
  return drawn.length > 0 ? `\`\`\`\n${drawn.map((lines) => lines.join('\n')).join('\n\n')}\n\`\`\`` : ''
}

function barAmong(bars) {
  const most = Math.max(...bars.map(({ cost }) => cost))
  return ({ size, cost }) => {
    const bar = '█'.repeat(Math.max(1, Math.round((cost / most) * 40)))
    return `${grouped(size).padStart(9)} ${bar.padEnd(40)} ${duration(cost)}`
  }
}

function table(heads, rows) {
  const lines = [heads, heads.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function nameOf({ name, size }) {
  return size === undefined ? name : `${name}: ${grouped(size)}`
}

export function median(values) {
  return quantile(values, 0.5)
}

/** Between two values, the one that lies in between. */
function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at % 1)
}

function ratio(ours, yardstick) {
  return `× ${figure(ours / yardstick)}`
}

function measureOf(value, unit) {
  return Number.isFinite(value) ? `${figure(value)} ${unit}` : 'none'
}

function rate({ of, count }, milliseconds) {
  const perSecond = (count / milliseconds) * 1_000
  return `${perSecond < 1_000 ? figure(perSecond) : grouped(perSecond)} ${of}/s`
}

function duration(milliseconds) {
  if (milliseconds < 0.001) return `${figure(milliseconds * 1e6)} ns`
  return milliseconds < 1 ? `${figure(milliseconds * 1e3)} µs` : `${figure(milliseconds)} ms`
}

/** Three digits that count, at most. */
function figure(value) {
  return Number(value.toPrecision(3)).toLocaleString('en-GB', { maximumFractionDigits: 4 })
}

function grouped(value) {
  return Math.round(value).toLocaleString('en-GB')
}
