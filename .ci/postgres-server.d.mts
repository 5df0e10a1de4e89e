export interface Postgres {
  readonly port: number
  readonly url: string
  readonly restart: (mode?: 'immediate' | 'fast') => boolean
  readonly stop: () => void
}
export declare const noPostgres: string
export declare function startPostgres(): Promise<Postgres | undefined>
