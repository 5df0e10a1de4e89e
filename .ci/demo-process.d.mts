export interface DemoProcess {
  readonly listening: Promise<string>
  readonly ready: Promise<void>
  readonly go: () => void
  readonly end: () => Promise<void>
}

export declare function createDemoProcess(
  script: string,
  settings: object,
  hooks: {
    readonly onReady: (origin: string, note: string) => void
    readonly onCrash: (sentence: string) => void
  },
): DemoProcess
