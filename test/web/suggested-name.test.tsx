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
  getSentForms,
  takePhoto,
} from './generator-support.tsx'
import { createWorld, show } from './support.tsx'

const suggestion = () => nickname().placeholder
const findPreview = (name: string) => screen.queryAllByText(new RegExp(`^Preview of your card: ${name}, `))
const type = (name: string) => fireEvent.change(nickname(), { target: { value: name } })

/** Generates a card with an empty nickname. The server returns the name that it received. */
async function generateUnnamed() {
  const world = openEnding((id) => ({
    body: { ...READY, id, card: { ...READY.card!, playerName: String(getSentForms(world).at(-1)!['nickname']) } },
  }))
  await takePhoto()
  await act(async () => fireEvent.click(generateButton()))
  return world
}

describe('an empty nickname', () => {
  it('shows a suggested nickname in its field, in the preview and next to Generate', async () => {
    open()
    await takePhoto()
    expect(suggestion()).toMatch(/^\w+ \w+$/u)
    expect(nickname().value).toBe('')
    expect(findPreview(suggestion())).not.toHaveLength(0)
    expect(screen.getByText(suggestion(), { selector: '.generate-bar-why b' })).toBeTruthy()
  })

  it('replaces the suggested nickname while another is typed, and restores it when the field is cleared', () => {
    open()
    fireEvent.change(number(), { target: { value: '7' } })
    const rolled = suggestion()
    type('Ace')
    expect(findPreview('Ace')).not.toHaveLength(0)
    for (const cleared of ['', '  ']) {
      type(cleared)
      expect(suggestion()).toBe(rolled)
      expect(findPreview(rolled)).not.toHaveLength(0)
    }
  })

  it('sends the suggested nickname that the preview shows', async () => {
    const world = await generateUnnamed()
    const [form] = getSentForms(world)
    expect(form!['nickname']).toMatch(/^\w+ \w+$/u)
    expect(await screen.findByRole('img', { name: new RegExp(`${String(form!['nickname'])}, number`) })).toBeTruthy()
  })

  it('keeps the suggested nickname after a reload', () => {
    const world = createWorld({})
    show(<GeneratorScreen />, world)
    const rolled = suggestion()
    cleanup()
    show(<GeneratorScreen />, world)
    expect(suggestion()).toBe(rolled)
  })

  it('leaves the nickname empty for another version, and suggests a new one for the next card', async () => {
    const world = await generateUnnamed()
    const name = String(getSentForms(world)[0]!['nickname'])
    fireEvent.click(await screen.findByRole('button', { name: /^New art, same stats/ }))
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    expect(getSentForms(world)[1]!['nickname']).toBe(name)
    fireEvent.click(await screen.findByRole('button', { name: LABELS.makeAnother }))
    expect(nickname().value).toBe('')
    expect(suggestion()).not.toBe(name)
  })
})

it('keeps the server-rendered value of an untouched form', () => {
  const world = createWorld({})
  show(<GeneratorScreen />, world)
  expect(world.memory.get('player-form')).toContain('"nickname":"","number":"","team":"","armor":"none"')
})
