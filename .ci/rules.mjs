// Rules and the tests that serve them. A test names its rules in brackets at the start of a title, its own or that of its group.

const front = /^(?:\[[A-Z]+\d*-\d+(?:,\s*[A-Z]+\d*-\d+)*\]\s*)+/
const id = /[A-Z]+\d*-\d+/g

/** The ids of `test/rules.md`. */
export function rulesOf(text) {
  return [...text.matchAll(/^- \*\*([A-Z]+\d*-\d+)\*\*/gm)].map(([, rule]) => rule)
}

/** The rules that a title names. */
function rulesIn(title) {
  return front.exec(title)?.[0].match(id) ?? []
}

/** The rules that the texts in a source file name. */
export function citedIn(source) {
  return [...source.matchAll(/(?<=['"`])\[[A-Z]+\d*-\d+[^'"`\n]*/g)].flatMap(([text]) => rulesIn(text))
}

/** What became of the rules in a run: those whose tests all were skipped, and those of which no test ran. */
export function unserved(rules, tests) {
  const of = (state) =>
    new Set(tests.filter((test) => test.state === state).flatMap(({ titles }) => titles.flatMap(rulesIn)))
  const [passed, skipped] = [of('passed'), of('skipped')]
  const left = rules.filter((rule) => !passed.has(rule))
  return { skipped: left.filter((rule) => skipped.has(rule)), notRun: left.filter((rule) => !skipped.has(rule)) }
}
