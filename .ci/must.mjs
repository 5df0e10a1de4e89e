// What must be so in a check: where it is not, the check ends with a sentence that says so.

export function must(truth, message) {
  if (!truth) throw new Error(message)
}
