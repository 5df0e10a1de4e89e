export interface Failure {
  readonly name: string
  readonly file?: string
  readonly message?: string
}
/** A test with the titles of its groups. */
export interface Ran {
  readonly titles: readonly string[]
  readonly state: 'passed' | 'failed' | 'skipped'
}
export interface Counts {
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  readonly tests: readonly Ran[]
}
export declare function readUnitReport(report: object, leftOut?: string): Counts
export declare function readE2eReport(report: object): Counts
export declare function skippedLines(tests: readonly Ran[]): readonly string[]
export declare function failureText(suite: string, failure: Failure, root: string): string
