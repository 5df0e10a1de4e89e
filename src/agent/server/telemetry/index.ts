/** `surface-runtime/agent/telemetry`: spans of OpenTelemetry for agents and their clients. Needs `@opentelemetry/api`. */
export { traceClient } from '../../telemetry/trace-client.ts'
export { traceServer } from './trace-server.ts'
