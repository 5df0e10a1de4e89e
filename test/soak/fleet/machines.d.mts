interface Machines {
  readonly origin: string
  readonly processes: readonly { readonly origin: string; readonly pid: number }[]
  readonly kill: (index: number) => Promise<void>
  readonly stop: () => Promise<void>
}

export declare function startMachines(
  url: string,
  options?: {
    readonly count?: number
    readonly port?: number
    readonly lease?: number
    readonly pause?: number
    readonly onStep?: (index: number, run: string) => void
  },
): Promise<Machines>
