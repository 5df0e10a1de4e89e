export declare function packageFolder(name: string): string
