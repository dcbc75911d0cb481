import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LABELS } from '#shared/domain/messages.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  generateButton,
  nickname,
  number,
  open,
  openEnding,
  READY,
  sentForms,
  takePhoto,
} from './generator-support.tsx'
import { createWorld, show } from './support.tsx'

const suggestion = () => nickname().placeholder
const previewOf = (name: string) => screen.queryAllByText(new RegExp(`^Preview of your card: ${name}, `))
const type = (name: string) => fireEvent.change(nickname(), { target: { value: name } })

/** Generates a card whose nickname is left empty. The server answers with the name that it was sent. */
async function generateUnnamed() {
  const world = openEnding((id) => ({
    body: { ...READY, id, card: { ...READY.card!, playerName: String(sentForms(world).at(-1)!['nickname']) } },
  }))
  await takePhoto()
  await act(async () => fireEvent.click(generateButton()))
  return world
}

describe('a nickname that is left empty', () => {
  it('shows a rolled one in its field, on the preview and beside Generate', async () => {
    open()
    await takePhoto()
    expect(suggestion()).toMatch(/^\w+ \w+$/u)
    expect(nickname().value).toBe('')
    expect(previewOf(suggestion())).not.toHaveLength(0)
    expect(screen.getByText(suggestion(), { selector: '.generate-bar-why b' })).toBeTruthy()
  })

  it('gives way to what is typed, and comes back when that is cleared', () => {
    open()
    fireEvent.change(number(), { target: { value: '7' } })
    const rolled = suggestion()
    type('Ace')
    expect(previewOf('Ace')).not.toHaveLength(0)
    for (const cleared of ['', '  ']) {
      type(cleared)
      expect(suggestion()).toBe(rolled)
      expect(previewOf(rolled)).not.toHaveLength(0)
    }
  })

  it('names the card as the preview did', async () => {
    const world = await generateUnnamed()
    const [form] = sentForms(world)
    expect(form!['nickname']).toMatch(/^\w+ \w+$/u)
    expect(await screen.findByRole('img', { name: new RegExp(`${String(form!['nickname'])}, number`) })).toBeTruthy()
  })

  it('stays the same after a reload', () => {
    const world = createWorld({})
    show(<GeneratorScreen />, world)
    const rolled = suggestion()
    cleanup()
    show(<GeneratorScreen />, world)
    expect(suggestion()).toBe(rolled)
  })

  it('stays empty when the card is drawn again, and gets another suggestion for the next card', async () => {
    const world = await generateUnnamed()
    const name = String(sentForms(world)[0]!['nickname'])
    fireEvent.click(await screen.findByRole('button', { name: /^New art, same stats/ }))
    await waitFor(() => expect(sentForms(world)).toHaveLength(2))
    expect(sentForms(world)[1]!['nickname']).toBe(name)
    fireEvent.click(await screen.findByRole('button', { name: LABELS.makeAnother }))
    expect(nickname().value).toBe('')
    expect(suggestion()).not.toBe(name)
  })
})

it('keeps an untouched form as the first paint knows one, which is shown at once', () => {
  const world = createWorld({})
  show(<GeneratorScreen />, world)
  expect(world.memory.get('player-form')).toContain('"nickname":"","number":"","team":"","armor":"none"')
})
