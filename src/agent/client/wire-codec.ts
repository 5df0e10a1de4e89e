/** Requests in the names of the text that the host chose. The rest of the client has those of the protocol document. */
import { isMembers, type Members } from '../protocol/read-value.ts'
import {
  contentTypes,
  type FormatName,
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
  /** The names of an operation in JSON-RPC. The second one is tried where the agent does not know the first. */
  readonly methods: (name: string) => readonly string[]
  /** Only requests for pages and push configurations have members with two names. */
  readonly writeCall: (params: Members) => Members
}

export function clientCodec(format: WireFormat = 'both'): ClientCodec {
  const formats: readonly FormatName[] = format === 'both' ? ['document', 'public'] : [format]

  function writeCall(params: Members): Members {
    if (format === 'document') return params
    const all: { [name: string]: unknown } = { ...params }
    for (const [name, other] of Object.entries(requestMembers)) {
      if (all[name] === undefined) continue
      all[other] = all[name]
      if (format === 'public') delete all[name]
    }
    // A push configuration may come with a message.
    const { configuration } = all
    const push = isMembers(configuration) && configuration['taskPushNotificationConfig']
    if (isMembers(push))
      all['configuration'] = { ...(configuration as Members), taskPushNotificationConfig: writeCall(push) }
    return all
  }

  return {
    headers(extensions) {
      const pairs = formats.flatMap((one) => [
        [headerNames.version[one], protocolVersion] as const,
        ...(extensions.length > 0 ? [[headerNames.extensions[one], extensions.join(', ')] as const] : []),
      ])
      return Object.fromEntries(pairs)
    },
    bodyType: (protocolBinding) =>
      format === 'public' && protocolBinding !== 'JSONRPC' ? contentTypes.publicJson : contentTypes.json,
    methods: (name) => [...new Set(formats.map((one) => (one === 'public' ? publicMethodOf(name) : name)))],
    writeCall,
  }
}
