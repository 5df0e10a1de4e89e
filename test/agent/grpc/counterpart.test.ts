// A client in another language: gRPC's own library for Python, which is written in C. It learns the schema by reflection.
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { conformanceAgent } from '../server/conformance-agent.ts'
import { serveGrpc } from './setup.ts'

/** The first Python that has the library; that of Debian is in the package python3-grpcio. */
const pythons = [process.env['PYTHON'] ?? 'python3', '/usr/bin/python3']
const python = pythons.find(
  (name) => spawnSync(name, ['-c', 'import grpc; from google.protobuf import json_format']).status === 0,
)
if (!python) console.log('skipped: no Python here has the packages grpcio and protobuf (Debian: python3-grpcio)')

test.skipIf(!python)(
  '[AG-1] a client in Python sends, streams, subscribes, lists, cancels and gets errors',
  async () => {
    const port = await serveGrpc(conformanceAgent(), { reflection: true })
    const script = join(import.meta.dirname, 'counterpart.py')
    const { stdout } = await promisify(execFile)(python ?? '', [script, `127.0.0.1:${port}`])
    const told = JSON.parse(stdout)
    const stateOf = (event: { readonly statusUpdate?: { readonly status: { readonly state: string } } }) =>
      event.statusUpdate?.status.state
    expect(told, `with grpcio ${told.version}`).toMatchObject({
      message: { message: { role: 'ROLE_AGENT', parts: [{ text: 'No task is needed.' }] } },
      completed: { task: { status: { state: 'TASK_STATE_COMPLETED', message: { parts: [{ text: 'Done.' }] } } } },
      artifacts: {
        task: {
          artifacts: [
            { parts: [{ text: 'plain' }] },
            { parts: [{ raw: btoa('three small words'), filename: 'words.txt', mediaType: 'text/plain' }] },
            { parts: [{ url: 'https://files.example/a.png' }] },
            { parts: [{ data: { count: 3 } }, { data: null }] },
          ],
        },
      },
      got: { status: { state: 'TASK_STATE_COMPLETED' } },
      listed: { tasks: [{}, {}], nextPageToken: expect.any(String), pageSize: 2 },
      canceledTwice: { status: 'FAILED_PRECONDITION', reason: 'TASK_NOT_CANCELABLE' },
      unknown: { status: 'NOT_FOUND', reason: 'TASK_NOT_FOUND' },
      unknownStream: { status: 'NOT_FOUND', reason: 'TASK_NOT_FOUND' },
      otherVersion: { status: 'FAILED_PRECONDITION', reason: 'VERSION_NOT_SUPPORTED' },
    })
    expect(Object.keys(told.chunks[0])).toEqual(['task'])
    expect(told.chunks).toHaveLength(7)
    expect(stateOf(told.chunks.at(-1))).toBe('TASK_STATE_COMPLETED')
    expect(told.subscribed[0]).toMatchObject({ task: { status: { state: 'TASK_STATE_WORKING' } } })
    expect(stateOf(told.subscribed.at(-1))).toBe('TASK_STATE_CANCELED')
  },
)
