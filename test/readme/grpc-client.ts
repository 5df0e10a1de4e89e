// Guide, "gRPC": a client in Node.
import { connectAgent } from 'surface-runtime/agent'
import { grpc } from 'surface-runtime/agent/grpc'

const agent = await connectAgent('https://agent.example', { bindings: [grpc()] })

export { agent }
