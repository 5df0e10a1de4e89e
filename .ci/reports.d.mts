export interface Failure {
  readonly name: string
  readonly file?: string
  readonly message?: string
}
export interface Counts {
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
}
export declare function readUnitReport(report: object): Counts
export declare function readE2eReport(report: object): Counts
export declare function failureText(suite: string, failure: Failure, root: string): string
