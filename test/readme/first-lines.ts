// Guide, "First surface": two lines in place of an agent.
runtime.push(`{"version":"v0.9","createSurface":{"surfaceId":"s1","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s1","components":[{"id":"root","component":"Text","text":"Hello"}]}}
`)

/** That of the page. */
declare const runtime: import('surface-runtime').Runtime

export {}
