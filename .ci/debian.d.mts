export interface Debian {
  readonly install: (...names: string[]) => boolean
  readonly upgrade: (programs: readonly string[]) => void
}

export declare function packageVersion(program: string): string | undefined

export declare function createDebian(file: string): Debian
