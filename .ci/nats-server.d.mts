export interface Nats {
  readonly port: number
  readonly url: string
  readonly restart: (mode?: 'immediate' | 'fast') => Promise<void>
  readonly stop: () => void
}
export declare const noNats: string
export declare function findNats(): string | undefined
export declare function startNats(): Promise<Nats | undefined>
