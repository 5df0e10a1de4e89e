export declare function releaseFaults(facts: {
  readonly version: string
  readonly changelog: string
  readonly changes: string
  readonly tags: readonly string[]
}): readonly string[]
