// A host's frame around what another renderer draws.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import {
  type BasicProps,
  basicCatalog,
  basicRenderers,
  defineRenderers,
  wrapRenderer,
} from '../../src/entries/index.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'

const messages = [
  CS('s'),
  UC('s', [
    { id: 'root', component: 'Column', children: ['text', 'button'] },
    T('text', { path: '/name' }),
    { id: 'button', component: 'Button', variant: 'primary', child: 'label', action: { event: { name: 'go' } } },
    T('label', 'Go'),
  ]),
  UD('s', '/name', 'Ada'),
]

const renderers = defineRenderers<BasicProps>(basicCatalog, {
  ...basicRenderers,
  Button: wrapRenderer(basicRenderers.Button, (button, { props }) => <div className={props.variant}>{button}</div>),
  Text: wrapRenderer(basicRenderers.Text, function Counted(text, { props }) {
    const [first] = useState(props.text)
    return <div title={first}>{text}</div>
  }),
})

it('[R-11] stands around a renderer with hooks, which works as ever', async () => {
  const { container, events } = mount({ messages, renderers })
  expect(only(container, '.primary > button').textContent).toBe('Go')
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  expect(events.map((event) => event.name)).toEqual(['go'])
})

it('[R-11] stands around an inline renderer, may use hooks, and follows what is bound', () => {
  const { container, send } = mount({ messages, renderers, strict: true })
  send(UD('s', '/name', 'Ben'))
  expect(texts(container, '[title="Ada"] > p')).toEqual(['Ben'])
  expect(texts(container, '[title="Go"] > span')).toEqual(['Go'])
})
