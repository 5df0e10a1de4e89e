/** `grpc.health.v1.Health`: whether the agent takes requests. It does until it shuts down. */
import type { MessageInitShape } from '@bufbuild/protobuf'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { untilAborted } from '../../../shared/http/sleep.ts'
import {
  Health,
  type HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from '../../grpc/generated/grpc/health/v1/health_pb.ts'
import { A2AService } from '../../grpc/generated/lf/a2a/v1/a2a_pb.ts'

export function addHealth(router: ConnectRouter, closing: AbortSignal | undefined): void {
  const names = ['', A2AService.typeName]
  const status = (): Status => (closing?.aborted ? Status.NOT_SERVING : Status.SERVING)
  router.service(Health, {
    check({ service }) {
      if (names.includes(service)) return { status: status() }
      throw new ConnectError('There is no such service', Code.NotFound)
    },
    async *watch({ service }, { signal }): AsyncGenerator<MessageInitShape<typeof HealthCheckResponseSchema>> {
      const known = names.includes(service)
      yield { status: known ? status() : Status.SERVICE_UNKNOWN }
      if (known && !closing?.aborted) {
        await aborted(closing ? AbortSignal.any([signal, closing]) : signal)
        yield { status: status() }
      }
      // The stream stays open, and says no more.
      await aborted(signal)
    },
  })
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return untilAborted(new Promise(() => undefined), signal)
}
