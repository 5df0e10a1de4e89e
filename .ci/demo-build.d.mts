/** The folder with `agent.js` and `business.js`. */
export declare function buildServers(options: { readonly withModel: boolean }): Promise<string>
