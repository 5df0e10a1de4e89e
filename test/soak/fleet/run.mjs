// Three agents and one PostgreSQL or NATS server, while processes are killed and paused, the database restarts, and the way to it is
// cut. Every reader gets every number once and in order, no task is lost, and none has two runs at one time.
import { createServer } from 'node:http'
import { buildAgents, createMember, createProxy } from './process.mjs'
import { converse } from './reader.mjs'

const lease = 2_000
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const any = (list) => list[Math.floor(Math.random() * list.length)]

/**
 * @param server As `startPostgres` or `startNats` gives it.
 * @param plan How many conversations of how many numbers, kills, restarts of the database, cuts, pauses; `pause`: the most
 *   milliseconds between two numbers; `seconds`: the most that it may take.
 */
export async function runFleet(server, { conversations, numbers, kills, restarts, cuts, pauses, pause, seconds }) {
  await buildAgents()
  const began = Date.now()
  const deadline = began + seconds * 1_000
  const runs = createRuns()
  const receiver = await createReceiver()
  const proxies = await Promise.all([0, 1, 2].map(() => createProxy(server.port)))
  const urlOf = ({ port }) => server.url.replace(`:${server.port}`, `:${port}`)
  const options = { lease, pause, onMessage: runs.note }
  const members = await Promise.all(proxies.map((proxy) => createMember(urlOf(proxy), options)))
  await Promise.all(members.map(({ ready }) => ready()))
  const origins = members.map(({ origin }) => origin)
  const failures = []
  const done = { kills: 0, restarts: 0, cuts: 0, pauses: 0, stops: 0 }
  let open = conversations

  async function one(index) {
    // Not all at once: tasks begin during the whole of it.
    await wait((index / conversations) * pause * numbers * 0.3)
    try {
      const pushUrl = `${receiver.origin}/${index}`
      const result = await converse(origins, String(numbers), { pushUrl, deadline })
      failures.push(...faultsOf(result, numbers))
      return result
    } catch (error) {
      failures.push(`conversation ${index}: ${error.message}`)
      return undefined
    } finally {
      open--
    }
  }

  /** Repeats an evil until it was done often enough, or all conversations are over. */
  async function repeat(name, times, act) {
    const gap = (pause * numbers * 0.5) / Math.max(times, 1)
    while (done[name] < times && open > 0) {
      await wait(gap * (0.5 + Math.random()))
      if (open === 0) return
      await act()
      done[name]++
    }
  }

  const evils = [
    repeat('kills', kills, async () => {
      const member = any(members)
      await member.restart('SIGKILL')
      await member.ready()
    }),
    repeat('stops', Math.ceil(kills / 10), async () => {
      const member = any(members)
      await member.restart('SIGTERM')
      await member.ready()
    }),
    repeat('restarts', restarts, async () => void (await server.restart(any(['immediate', 'fast'])))),
    repeat('cuts', cuts, () => any(proxies).cut(any([300, lease * 2]), Math.random() < 0.5)),
    repeat('pauses', pauses, () => any(members).pause(lease * 2)),
  ]
  const results = (await Promise.all(Array.from({ length: conversations }, (_, index) => one(index)))).filter(Boolean)
  await Promise.all(evils)
  const read = Date.now() - began
  const pushed = await receiver.complete(conversations, numbers, deadline)
  failures.push(...pushed.failures, ...runs.faults())
  for (const member of members) await member.stop()
  for (const { close } of [...proxies, receiver]) close()
  const tries = results.reduce((sum, result) => sum + result.tries, 0)
  const { posts, repeats } = pushed
  return {
    failures,
    done,
    seconds: read / 1_000,
    reconnects: tries - results.length,
    posts,
    repeats,
    ...runs.figures(),
  }
}

/** Milliseconds from the end of a process until its task, which nobody may go on with, has failed at another one. */
export async function measureLoss(url) {
  await buildAgents()
  const options = { lease: 5_000, pause: 100, more: ['fragile'] }
  const members = await Promise.all([0, 1].map(() => createMember(url, options)))
  await Promise.all(members.map(({ ready }) => ready()))
  const [first, second] = members
  const headers = { 'content-type': 'application/json', 'agent-version': '1.0' }
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: '10000' }] }
  const body = JSON.stringify({ message, configuration: { returnImmediately: true } })
  const sent = await fetch(`${first.origin}/message:send`, { method: 'POST', headers, body })
  const { id } = (await sent.json()).task
  const stateOf = async () => (await (await fetch(`${second.origin}/tasks/${id}`, { headers })).json()).status.state
  await wait(500)
  const began = Date.now()
  await first.stop()
  while ((await stateOf()) !== 'TASK_STATE_FAILED') await wait(50)
  await second.stop()
  return Date.now() - began
}

/** What is wrong with what a reader got. */
function faultsOf({ taskId, read }, numbers) {
  const faults = []
  const ids = read.map(({ id }) => Number(id))
  if (ids.some((id, index) => index > 0 && id <= ids[index - 1])) faults.push(`${taskId}: ids ${ids.join(' ')}`)
  const texts = read.map(({ event }) => {
    const artifacts = event.taskArtifactUpdate ? [event.taskArtifactUpdate.artifact] : (event.task?.artifacts ?? [])
    return artifacts.map(({ parts }) => parts[0].text).join('')
  })
  const wanted = Array.from({ length: numbers }, (_, number) => `${number};`).join('')
  if (texts.join('') !== wanted) faults.push(`${taskId}: read ${texts.join('')}`)
  const order = read.flatMap(({ event }) => event.taskArtifactUpdate?.metadata?.run ?? [])
  const changes = order.filter((run, index) => run !== order[index - 1])
  if (new Set(changes).size !== changes.length) faults.push(`${taskId}: two runs wrote at one time`)
  return faults
}

/** Which run of a task took which step, and when. */
function createRuns() {
  const byTask = new Map()
  const overlaps = []
  let resumed = 0
  return {
    note({ task, run, at }) {
      const known = byTask.get(task) ?? []
      byTask.set(task, known)
      const own = known.find((one) => one.run === run)
      if (!own) {
        if (known.length > 0) resumed++
        known.push({ run, at })
      } else if (known.at(-1) !== own) overlaps.push({ task, run, late: at - known.at(-1).at })
    },
    // A process that was paused does not know it before its next step: that step is not written.
    figures: () => ({ resumed, lateSteps: overlaps.length }),
    faults() {
      const counts = new Map()
      for (const { task, run } of overlaps) counts.set(`${task} ${run}`, (counts.get(`${task} ${run}`) ?? 0) + 1)
      return [...counts]
        .filter(([, count]) => count > 1)
        .map(([key, count]) => `${key}: ${count} steps beside another run`)
    },
  }
}

/** Gets push notifications, and refuses one in ten. */
async function createReceiver() {
  const byPath = new Map()
  let [posts, repeats] = [0, 0]
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      if (Math.random() < 0.1) {
        response.writeHead(500).end()
        return
      }
      posts++
      const known = byPath.get(request.url) ?? new Map()
      byPath.set(request.url, known)
      const id = request.headers['webhook-id']
      if (known.has(id)) repeats++
      else known.set(id, JSON.parse(text))
      response.writeHead(204).end()
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const faultOf = (index, numbers) => {
    const got = [...(byPath.get(`/${index}`) ?? new Map()).values()]
    const texts = got.map((event) => event.taskArtifactUpdate?.artifact.parts[0].text ?? '').join('')
    const wanted = Array.from({ length: numbers }, (_, number) => `${number};`).join('')
    const isOver = got.at(-1)?.taskStatusUpdate?.status.state === 'TASK_STATE_COMPLETED'
    return texts === wanted && isOver ? [] : [`receiver ${index} got ${texts}`]
  }
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async complete(count, numbers, deadline) {
      const faults = () => Array.from({ length: count }, (_, index) => faultOf(index, numbers)).flat()
      while (faults().length > 0 && Date.now() < deadline) await wait(100)
      return { posts, repeats, failures: faults() }
    },
    close: () => server.close(),
  }
}
