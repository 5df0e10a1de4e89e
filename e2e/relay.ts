// An HTTP relay for tests: stands in front of an agent or a business, and does on demand what networks and servers do at
// their worst. Without a fault it passes everything on as it is.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createRelayBody, type RelayBody } from './relay-body.ts'

/** Which requests a fault meets. */
export interface FaultScope {
  /** Only requests whose path and query contain this text. Default: all. */
  readonly path?: string
  /** The fault ends after so many requests. Default: never, unless the fault says otherwise. */
  readonly times?: number
}

export interface Relay {
  readonly origin: string
  /** Sends requests on to another origin from now on. A relay may be made before the server behind it. */
  readonly forwardTo: (target: string) => void
  /** Answers begin this much later, in milliseconds. */
  readonly delay: (milliseconds: number, scope?: FaultScope) => void
  /** Answers with this status in place of the server. Pages of any origin may read the answer. */
  readonly refuse: (status: number, scope?: FaultScope) => void
  /** Replaces a text wherever it stands in an answer's body. */
  readonly spoil: (text: string, replacement: string, scope?: FaultScope) => void
  /** Sets a header of requests on their way to the server. */
  readonly setHeader: (name: string, value: string, scope?: FaultScope) => void
  /** Cuts the connection after so many bytes of an answer's body. Default of `times`: 1. */
  readonly cutAfter: (bytes: number, scope?: FaultScope) => void
  /** Holds the next stream (`text/event-stream`) in the middle of this text, where the text first comes. */
  readonly holdAt: (text: string) => void
  /** Resolves when the stream is held. */
  readonly held: () => Promise<void>
  /** Cuts the connection of every stream that is open. What is held is lost. */
  readonly cut: () => void
  /** Keeps back all bytes of streams, those to come as well. With `ping` a comment line passes at this interval. */
  readonly silence: (options?: { readonly ping?: number }) => void
  /** Ends `holdAt` and `silence`: what was kept back passes, and streams go on. */
  readonly resume: () => void
  /** Ends every fault. Streams that are held go on. */
  readonly heal: () => void
  /** Refuses connections, and cuts those that there are. */
  readonly stop: () => Promise<void>
  /** Takes connections again, at the same port. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

type Fault =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | { readonly kind: 'refuse'; readonly status: number }
  | { readonly kind: 'spoil'; readonly text: string; readonly replacement: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'cut'; readonly bytes: number }

interface OpenFault {
  readonly fault: Fault
  readonly path: string
  left: number
}

interface RelayState {
  target: string
  faults: OpenFault[]
  /** The text that the next stream is held at. */
  wanted: string | undefined
  onHold: () => void
  silent: boolean
  readonly bodies: Set<RelayBody>
}

export async function createRelay(target = 'http://127.0.0.1:9'): Promise<Relay> {
  const state: RelayState = {
    target,
    faults: [],
    wanted: undefined,
    onHold: () => undefined,
    silent: false,
    bodies: new Set(),
  }
  const server = createServer((asked, answer) => {
    forward(state, asked, answer).catch(() => answer.destroy())
  })
  const listen = (port: number): Promise<void> => new Promise((done) => server.listen(port, '127.0.0.1', done))
  const stop = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((done) => server.close(() => done()))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    ...createFaults(state),
    ...createStreamFaults(state),
    stop,
    start: () => listen(port),
    close: stop,
  }
}

type Faults = Pick<Relay, 'forwardTo' | 'delay' | 'refuse' | 'spoil' | 'setHeader' | 'cutAfter' | 'heal'>

function createFaults(state: RelayState): Faults {
  const add = (fault: Fault, { path = '', times = Number.POSITIVE_INFINITY }: FaultScope = {}): void => {
    state.faults.push({ fault, path, left: times })
  }
  return {
    forwardTo(target) {
      state.target = target
    },
    delay: (milliseconds, scope) => add({ kind: 'delay', milliseconds }, scope),
    refuse: (status, scope) => add({ kind: 'refuse', status }, scope),
    spoil: (text, replacement, scope) => add({ kind: 'spoil', text, replacement }, scope),
    setHeader: (name, value, scope) => add({ kind: 'header', name: name.toLowerCase(), value }, scope),
    cutAfter: (bytes, scope) => add({ kind: 'cut', bytes }, { times: 1, ...scope }),
    heal() {
      state.faults = []
      resume(state)
    },
  }
}

type StreamFaults = Pick<Relay, 'holdAt' | 'held' | 'cut' | 'silence' | 'resume'>

function createStreamFaults(state: RelayState): StreamFaults {
  let held = new Promise<void>(() => undefined)
  let timer: NodeJS.Timeout | undefined
  return {
    holdAt(text) {
      state.wanted = text
      held = new Promise((resolve) => {
        state.onHold = resolve
      })
    },
    held: () => held,
    cut() {
      for (const body of state.bodies) body.cut()
    },
    silence({ ping } = {}) {
      state.silent = true
      for (const body of state.bodies) body.hold()
      clearInterval(timer)
      if (ping === undefined) return
      timer = setInterval(() => {
        if (!state.silent) return clearInterval(timer)
        for (const body of state.bodies) body.ping()
      }, ping).unref()
    },
    resume: () => resume(state),
  }
}

function resume(state: RelayState): void {
  state.wanted = undefined
  state.silent = false
  for (const body of state.bodies) body.resume()
}

/** The faults that meet a request. Each is counted. A preflight of CORS is no request of its own. */
function faultsFor(state: RelayState, { method, url = '/' }: IncomingMessage): readonly Fault[] {
  if (method === 'OPTIONS') return []
  const met = state.faults.filter(({ path, left }) => left > 0 && url.includes(path))
  for (const fault of met) fault.left--
  return met.map(({ fault }) => fault)
}

async function forward(state: RelayState, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const faults = faultsFor(state, asked)
  // Without compression: faults look for texts.
  const headers: Record<string, string | string[] | undefined> = { ...asked.headers, 'accept-encoding': 'identity' }
  for (const fault of faults) {
    if (fault.kind === 'delay') await wait(fault.milliseconds)
    if (fault.kind === 'header') headers[fault.name] = fault.value
    if (fault.kind === 'refuse') {
      asked.resume()
      answer.writeHead(fault.status, { 'access-control-allow-origin': '*', 'content-length': 0 }).end()
      return
    }
  }
  const { method, url = '/' } = asked
  const onward = request(new URL(url, state.target), { method, headers, agent: false }, (response) => {
    answerWith(state, faults, response, answer)
  })
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

function answerWith(
  state: RelayState,
  faults: readonly Fault[],
  response: IncomingMessage,
  answer: ServerResponse,
): void {
  const spoils = faults.filter((fault) => fault.kind === 'spoil')
  const cut = faults.find((fault) => fault.kind === 'cut')
  const streaming = response.headers['content-type']?.startsWith('text/event-stream') ?? false
  const headers = { ...response.headers }
  if (spoils.length > 0) delete headers['content-length']
  answer.writeHead(response.statusCode ?? 502, headers)
  const body = createRelayBody(answer, {
    bytes: cut?.bytes,
    // A stream is spoilt line by line, other bodies as a whole.
    byLine: streaming,
    spoil: (text) => spoils.reduce((now, { text: from, replacement }) => now.replaceAll(from, replacement), text),
    spoilt: spoils.length > 0,
    wanted: () => (streaming ? state.wanted : undefined),
    onHold() {
      state.wanted = undefined
      state.onHold()
    },
  })
  if (streaming) {
    state.bodies.add(body)
    answer.on('close', () => state.bodies.delete(body))
    // The page learns at once that the stream is open.
    answer.flushHeaders()
    if (state.silent) body.hold()
  }
  response.on('data', body.take)
  response.on('end', body.end)
  response.on('error', () => answer.destroy())
}
