/** The versions of the surface protocol. An error of any layer may say which one its message was written in. */
export type ProtocolVersion = 'v0.8' | 'v0.9' | 'v0.9.1'
