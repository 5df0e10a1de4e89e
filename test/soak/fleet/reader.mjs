// A client of a fleet: sends a message until it is answered, and reads its task to the end, at whichever process answers.
import { randomUUID } from 'node:crypto'

const headers = { 'content-type': 'application/json', 'agent-version': '1.0' }

/** @param origins The processes. Gives what was read, in order: `{ id, event }`. */
export async function converse(origins, text, { pushUrl, deadline }) {
  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }] }
  const configuration = pushUrl && { taskPushNotificationConfig: { url: pushUrl } }
  const body = JSON.stringify({ message, ...(configuration && { configuration }) })
  const read = []
  let taskId
  let lastId
  let tries = 0
  const isOver = () => read.some(({ event }) => event.taskStatusUpdate?.status.state === 'TASK_STATE_COMPLETED')
  while (!isOver()) {
    if (Date.now() > deadline) throw new Error(`not over in time: ${taskId} behind ${lastId} after ${tries} tries`)
    const origin = origins[Math.floor(Math.random() * origins.length)]
    tries++
    try {
      const path = taskId === undefined ? '/message:stream' : `/tasks/${taskId}:subscribe`
      const more = lastId === undefined ? {} : { 'last-event-id': lastId }
      const stopping = AbortSignal.timeout(10_000)
      const init = { method: 'POST', headers: { ...headers, ...more }, signal: stopping }
      const response = await fetch(`${origin}${path}`, { ...init, ...(taskId === undefined && { body }) })
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        const problem = await response.text()
        if (response.status === 404) throw Object.assign(new Error(`lost: ${problem}`), { isFinal: true })
        throw new Error(problem)
      }
      for await (const { id, event } of eventsOf(response)) {
        if (id === undefined) continue
        lastId = id
        taskId ??= event.task?.id
        read.push({ id, event })
      }
    } catch (error) {
      if (error.isFinal) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200))
    }
  }
  return { taskId, read, tries }
}

async function* eventsOf(response) {
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const of = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = of('data')
      if (data !== undefined) yield { id: of('id'), event: JSON.parse(data) }
    }
  }
}
