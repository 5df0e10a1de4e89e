interface Plan {
  readonly conversations: number
  readonly numbers: number
  readonly kills: number
  readonly restarts: number
  readonly cuts: number
  readonly pauses: number
  readonly pause: number
  readonly seconds: number
}

export declare function runFleet(
  server: { readonly port: number; readonly url: string },
  plan: Plan,
): Promise<{ readonly failures: readonly string[] }>
