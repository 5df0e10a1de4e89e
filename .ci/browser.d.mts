export declare function findBrowser(): string | undefined
export declare function findShell(): string | undefined
export declare function findFirefox(): string | undefined
export declare function describeVersions(): string
export declare function findWebKit(): { readonly driver: string; readonly screen: string } | undefined
