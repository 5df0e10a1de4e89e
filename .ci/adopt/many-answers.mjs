// A page in which an agent is asked three times by each carrier, in one runtime, and gives one id to all of its surfaces: all answers
// stay, each press arrives once and changes what was pressed, and a reload brings all back, with what was typed.
import { join } from 'node:path'
import { withAgent } from './answers-agent.mjs'
import { files, names } from './answers-page.mjs'
import { html, serving } from './program.mjs'
import { mustRun, write } from './run.mjs'

/** What the page needs beside the clients of the carriers. */
export const packages = ['ai@7', '@ai-sdk/react@4', 'ai-6@npm:ai@6', 'ai-react-3@npm:@ai-sdk/react@3']

const numbers = [1, 2, 3]
/** Not in the order in which they were asked. */
const pressed = [2, 1, 3]
const soon = { timeout: 20_000 }

/** `app`: a folder in which the packages are installed. */
export async function checkManyAnswers({ app, browser, check }) {
  write(join(app, 'answers'), {
    'index.html': html({ script: '/main.jsx', type: 'type="module"' }),
    'vite.config.js': "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }\n",
    ...files,
  })
  const cwd = join(app, 'answers')
  await check('many answers: builds', () =>
    mustRun(join(app, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], { cwd }),
  )
  await withAgent(app, ({ origin, a2a, presses }) =>
    serving(join(cwd, 'dist'), {}, async (address) => {
      const page = await browser.newPage({ viewport: { width: 800, height: 900 } })
      try {
        await page.goto(`${address}?${new URLSearchParams({ agent: origin, a2a })}`)
        await playChats(page, presses, check)
      } finally {
        await page.close()
      }
    }),
  )
}

async function playChats(page, presses, check) {
  const bubble = (name, number) => page.getByRole('region', { name: `${name} ${number}`, exact: true })
  const title = (name, number) => bubble(name, number).getByText(`Answer ${number} of ${name}`, { exact: true })
  const said = (name, number, text) => bubble(name, number).getByText(text, { exact: true }).waitFor(soon)

  async function press(name, number, guest) {
    await bubble(name, number).getByLabel('Name').fill(guest)
    // Else the pointer rests where the last press was, and a button that the page scrolls under it takes no press for half a second.
    await page.mouse.move(0, 0)
    await bubble(name, number).getByRole('button', { name: 'Book' }).click()
  }

  /** How often each press of these questions arrived, in the order of the carriers. */
  function mustHaveArrived(list, times) {
    const wanted = names.flatMap((name) => list.map((number) => `${name} ${number}: ${times}`))
    const counts = new Map()
    for (const one of presses) counts.set(one, (counts.get(one) ?? 0) + 1)
    const found = names.flatMap((name) => list.map((number) => `${name} ${number}: ${counts.get(`${name} ${number}`)}`))
    const strange = [...counts.keys()].filter((one) => one.includes(', by '))
    if (`${found}` !== `${wanted}` || strange.length > 0)
      throw new Error(`arrived: ${[...found, ...strange].join('; ')}`)
  }

  async function mustBeQuiet() {
    const faults = await page.evaluate(() => window.faults)
    if (faults.length > 0) throw new Error(`reported: ${JSON.stringify(faults)}`)
  }

  await check('many answers: three of each carrier stay', async () => {
    for (const number of numbers)
      for (const name of names) {
        await page.getByRole('button', { name: `Ask ${name}`, exact: true }).click()
        await title(name, number).waitFor(soon)
      }
    for (const name of names) for (const number of numbers) await title(name, number).waitFor(soon)
    await mustBeQuiet()
  })

  await check('many answers: each press arrives once, and changes what was pressed', async () => {
    for (const number of pressed) {
      // All are pressed before the first answer is looked at.
      for (const name of names) await press(name, number, `${name} guest ${number}`)
      for (const name of names) await said(name, number, `Booked 1: ${name} guest ${number}`)
    }
    for (const name of names)
      for (const number of numbers) await said(name, number, `Booked 1: ${name} guest ${number}`)
    mustHaveArrived(numbers, 1)
    const heard = await page.evaluate(() => window.heard.length)
    if (heard !== names.length * numbers.length) throw new Error(`the host heard ${heard} events`)
    await mustBeQuiet()
  })

  await check('many answers: a reload brings all back, with what was typed', async () => {
    const typed = (name, number) => `note ${number} for ${name}`
    for (const name of names)
      for (const number of numbers) await bubble(name, number).getByLabel('Note').fill(typed(name, number))
    await page.reload()
    for (const name of names)
      for (const number of numbers) {
        await title(name, number).waitFor(soon)
        await said(name, number, `Booked 1: ${name} guest ${number}`)
        const note = bubble(name, number).getByLabel('Note')
        for (let left = 40; left > 0 && (await note.inputValue()) === ''; left--) await page.waitForTimeout(50)
        if ((await note.inputValue()) !== typed(name, number))
          throw new Error(`the note of ${name} ${number} is "${await note.inputValue()}"`)
      }
    mustHaveArrived(numbers, 1)
    await mustBeQuiet()
  })

  await check('many answers: presses after the reload arrive once, too', async () => {
    for (const name of names) await press(name, 2, `${name} again`)
    for (const name of names) await said(name, 2, `Booked 2: ${name} again`)
    for (const name of names) await said(name, 3, `Booked 1: ${name} guest 3`)
    mustHaveArrived([2], 2)
    mustHaveArrived([1, 3], 1)
    await mustBeQuiet()
  })
}
