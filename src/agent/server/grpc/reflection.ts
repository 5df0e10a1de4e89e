/** `grpc.reflection.v1`: the schema, for tools that have none. */
import { create, type DescFile, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { Code, type ConnectRouter } from '@connectrpc/connect'
import { file_google_rpc_error_details } from '../../grpc/generated/google/rpc/error_details_pb.ts'
import { file_grpc_health_v1_health } from '../../grpc/generated/grpc/health/v1/health_pb.ts'
import {
  file_grpc_reflection_v1_reflection,
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
} from '../../grpc/generated/grpc/reflection/v1/reflection_pb.ts'
import { file_lf_a2a_v1_a2a } from '../../grpc/generated/lf/a2a/v1/a2a_pb.ts'

export function addReflection(router: ConnectRouter, health: boolean): void {
  const served = [
    file_lf_a2a_v1_a2a,
    file_grpc_reflection_v1_reflection,
    ...(health ? [file_grpc_health_v1_health] : []),
  ]
  const known = [...new Set([...served, file_google_rpc_error_details].flatMap(withImports))]
  router.service(ServerReflection, {
    async *serverReflectionInfo(requests) {
      for await (const request of requests) yield answerTo(request, served, known)
    },
  })
}

function answerTo(
  request: ServerReflectionRequest,
  served: readonly DescFile[],
  known: readonly DescFile[],
): ServerReflectionResponse {
  const { messageRequest: asked, host } = request
  const response = create(ServerReflectionResponseSchema, { validHost: host, originalRequest: request })
  if (asked.case === 'listServices') {
    const service = served.flatMap(({ services }) => services.map(({ typeName }) => ({ name: typeName })))
    return answered(response, { case: 'listServicesResponse', value: { service } })
  }
  const file =
    asked.case === 'fileByFilename'
      ? known.find(({ proto }) => proto.name === asked.value)
      : asked.case === 'fileContainingSymbol'
        ? known.find((one) => hasSymbol(one, asked.value))
        : undefined
  if (file) {
    const fileDescriptorProto = withImports(file).map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto))
    return answered(response, { case: 'fileDescriptorResponse', value: { fileDescriptorProto } })
  }
  const value = { errorCode: Code.NotFound, errorMessage: 'There is no such file or symbol' }
  return answered(response, { case: 'errorResponse', value })
}

type Payload = NonNullable<Parameters<typeof create<typeof ServerReflectionResponseSchema>>[1]>['messageResponse']

function answered(
  { validHost, originalRequest }: ServerReflectionResponse,
  payload: Payload,
): ServerReflectionResponse {
  return create(ServerReflectionResponseSchema, {
    validHost,
    ...(originalRequest && { originalRequest }),
    ...(payload && { messageResponse: payload }),
  })
}

/** The file first: readers take the first one for the one they asked for. */
function withImports(file: DescFile): readonly DescFile[] {
  return [...new Set([file, ...file.dependencies.flatMap(withImports)])]
}

/** A message, an enum or a service by its full name, or an rpc by that of its service and its own. */
function hasSymbol({ messages, enums, services }: DescFile, symbol: string): boolean {
  const names = [...messages, ...enums, ...services].map(({ typeName }) => typeName)
  const rpcs = services.flatMap(({ typeName, methods }) => methods.map(({ name }) => `${typeName}.${name}`))
  return [...names, ...rpcs].some((name) => name === symbol || symbol.startsWith(`${name}.`))
}
