/** Requests in the names of the text that the host chose. The rest of the client has those of the protocol document. */
import { type Members, membersIn } from '../protocol/read-value.ts'
import {
  contentTypes,
  headerNames,
  protocolVersion,
  publicMethodOf,
  requestMembers,
  type WireFormat,
} from '../protocol/wire-format.ts'

export interface ClientCodec {
  /** Headers that tell the version, and the extensions that the client activates. */
  readonly headers: (extensions: readonly string[]) => Readonly<Record<string, string>>
  /** Content type of requests. HTTP+JSON has one of its own in the public text. */
  readonly bodyType: (protocolBinding: string) => string
  /** The name of an operation in JSON-RPC. `again`: the agent has not known the first one; the second may be the same. */
  readonly method: (name: string, again: boolean) => string
  /** Only requests for pages and push configurations have members with two names. */
  readonly writeCall: (params: Members) => Members
}

export function clientCodec(format: WireFormat = 'both'): ClientCodec {
  function writeCall(params: Members): Members {
    const all: { [name: string]: unknown } = { ...params }
    for (const [name, other] of Object.entries(requestMembers)) {
      if (format === 'document' || all[name] === undefined) continue
      all[other] = all[name]
      if (format === 'public') delete all[name]
    }
    // A push configuration may come with a message.
    const configuration = membersIn(params, 'configuration')
    const push = configuration && membersIn(configuration, 'taskPushNotificationConfig')
    if (push) all['configuration'] = { ...configuration, taskPushNotificationConfig: writeCall(push) }
    return all
  }

  return {
    headers(extensions) {
      const all: { [name: string]: string } = {}
      for (const one of ['document', 'public'] as const) {
        if (format !== 'both' && format !== one) continue
        all[headerNames.version[one]] = protocolVersion
        if (extensions.length > 0) all[headerNames.extensions[one]] = extensions.join(', ')
      }
      return all
    },
    bodyType: (protocolBinding) =>
      format === 'public' && protocolBinding !== 'JSONRPC' ? contentTypes.publicJson : contentTypes.json,
    method: (name, again) => (format === 'public' || (again && format === 'both') ? publicMethodOf(name) : name),
    writeCall,
  }
}
