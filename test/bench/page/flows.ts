/** What flows in: data that nobody looks at, components one by one, the keys of a person. */
import { CS, lines, UD } from '../../support/messages.ts'
import type { Adapter } from './adapter.ts'
import { form, streamed, upTo } from './messages.ts'
import { batch, close, type Samples, severalWarm } from './sampling.ts'
import { openStage, rest, until } from './stage.ts'

export async function ingest(adapter: Adapter): Promise<Samples> {
  const text = lines(...upTo(10_000, (index) => UD('s', `/rows/${index % 1_000}/name`, `name ${index}`)))
  const taken = await severalWarm(3, async () => {
    const session = adapter()
    session.apply([CS('s'), UD('s', '/rows', [])])
    const start = performance.now()
    session.push(text)
    const time = performance.now() - start
    session.close()
    return time
  })
  return { '10,000 data lines, nothing shown': taken }
}

export async function stream(adapter: Adapter): Promise<Samples> {
  const [columns, texts] = [19, 480]
  const messages = streamed('s', columns, texts)
  const taken = await severalWarm(3, async () => {
    const stage = openStage(adapter)
    stage.apply([CS('s')])
    await rest()
    const each = await stage.timeEach(messages, stage.ends(texts, `text t${texts - 1}`))
    await close(stage)
    return each * messages.length
  })
  return { [`${messages.length} components, one by one`]: taken }
}

export async function typing(adapter: Adapter): Promise<Samples> {
  const stage = openStage(adapter)
  stage.apply([CS('s'), ...form('s', 500)])
  await until(stage.ends(499, 'value 497'))
  const press = typist(stage.place)
  const taken = await severalWarm(5, async () => {
    const start = performance.now()
    for (let time = 0; time < batch; time++) await press()
    return (performance.now() - start) / batch
  })
  await close(stage)
  return { 'a key, 500 bound components': taken }
}

/** Types one more character, and waits until the first text shows what was typed. */
function typist(place: HTMLElement): () => Promise<void> {
  const [input, mirror] = [place.querySelector('input'), place.querySelector('p')]
  if (!input || !mirror) throw new Error('there is no field')
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  let typed = ''
  return async () => {
    typed = typed.length < 30 ? `${typed}x` : 'x'
    // Past React, which listens to the property of the element itself.
    set?.call(input, typed)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
    await until(() => mirror.textContent === typed)
  }
}
