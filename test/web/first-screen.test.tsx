import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXAMPLES } from '#shared/domain/examples.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import { TURN_EVERY_MS } from '#web/card/use-turns.ts'
import {
  aFile,
  aGeneration,
  generateButton,
  nickname,
  open,
  press,
  sentForms,
  takePhoto,
} from './generator-support.tsx'
import { setMotion } from './motion.ts'

const inSight = () => screen.getAllByRole('img', { name: /^Example\. / }).map((picture) => picture.getAttribute('alt'))
const turnSwitch = () => screen.getByRole('button', { name: /^(?:Play|Pause)$/ })

describe('the first screen', () => {
  it('shows a finished card, marked as an example, until something is chosen', () => {
    open()
    expect(inSight()).toEqual([expect.stringContaining(EXAMPLES[0].playerName)])
    fireEvent.change(nickname(), { target: { value: 'Ace' } })
    expect(screen.queryByRole('img', { name: /^Example\. / })).toBeNull()
    expect(screen.getAllByText('Preview of your card: Ace, number none, no team yet, No headgear.')).not.toHaveLength(0)
  })

  it('has one first action, which takes a photo and then gives way to Generate', async () => {
    open()
    fireEvent.change(screen.getByLabelText(LABELS.addPhoto), { target: { files: [aFile()] } })
    fireEvent.click(await screen.findByRole('button', { name: 'Skip crop' }))
    expect(await screen.findByText(nickname().placeholder, { selector: '.generate-bar-why b' })).toBeTruthy()
    expect(screen.queryByLabelText(LABELS.addPhoto)).toBeNull()
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('says which steps can wait', () => {
    open()
    expect(screen.getByText('Both optional')).toBeTruthy()
    const field = screen.getByRole('button', { name: /^Team Colors: / })
    expect(within(field).getByText('Choose a team')).toBeTruthy()
    expect(within(field).getByText("32 teams. Skip it and we'll pick one.")).toBeTruthy()
  })

  it('wears neutral colors, and Generate rolls a team and names it when none was chosen', async () => {
    const world = open({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': { body: aGeneration() },
    })
    fireEvent.change(nickname(), { target: { value: 'Ace' } })
    expect(document.querySelector<HTMLImageElement>('.stage-stage img.card-preview-bust')!.getAttribute('src')).toBe(
      '/art/preview/none/none.svg',
    )
    await takePhoto()
    await act(async () => fireEvent.click(generateButton()))
    const team = getTeam(String(sentForms(world)[0]!['team']))
    expect(team).not.toBeNull()
    expect(await screen.findByText(`Ace, ${team!.name}`)).toBeTruthy()
  })
})

describe('the examples', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // Here no picture is fetched; each is as good as there.
    HTMLImageElement.prototype.decode = async () => {}
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('turn by themselves for less than five seconds, all three, and rest on the first', async () => {
    setMotion('no-preference')
    open()
    await wait(0)
    const seen = new Set(inSight())
    for (let ms = 0; ms < 5000; ms += TURN_EVERY_MS / 2) {
      await wait(TURN_EVERY_MS / 2)
      inSight().forEach((alt) => seen.add(alt))
    }
    expect(seen.size).toBe(3)
    expect(turnSwitch().textContent).toBe('Play')
    const resting = inSight()
    expect(resting).toEqual([expect.stringContaining(EXAMPLES[0].playerName)])
    await wait(10 * TURN_EVERY_MS)
    expect(inSight()).toEqual(resting)
  })

  it('stand still where stillness is wanted, and turn on and off by a switch', async () => {
    open()
    await wait(10 * TURN_EVERY_MS)
    expect(inSight()).toEqual([expect.stringContaining(EXAMPLES[0].playerName)])
    press('Play')
    await wait(0)
    await wait(4 * TURN_EVERY_MS)
    expect(turnSwitch().textContent).toBe('Pause')
    expect(inSight()).toEqual([expect.stringContaining(EXAMPLES[1].playerName)])
    press('Pause')
    await wait(10 * TURN_EVERY_MS)
    expect(inSight()).toEqual([expect.stringContaining(EXAMPLES[1].playerName)])
  })
})
