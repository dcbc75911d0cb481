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
  getSentForms,
  takePhoto,
} from './generator-support.tsx'
import { setMotion } from './motion.ts'

const visibleExamples = () =>
  screen.getAllByRole('img', { name: /^Example\. / }).map((picture) => picture.getAttribute('alt'))
const turnSwitch = () => screen.getByRole('button', { name: /^(?:Play|Pause)$/ })

describe('the first screen', () => {
  it('shows a finished card, marked as an example, until something is chosen', () => {
    open()
    expect(visibleExamples()).toEqual([expect.stringContaining(EXAMPLES[0].playerName)])
    fireEvent.change(nickname(), { target: { value: 'Ace' } })
    expect(screen.queryByRole('img', { name: /^Example\. / })).toBeNull()
    expect(screen.getAllByText('Preview of your card: Ace, number none, no team yet, No headgear.')).not.toHaveLength(0)
  })

  it('offers one first action, which adds a photo and then gives way to Generate', async () => {
    open()
    fireEvent.change(screen.getByLabelText(LABELS.addPhoto), { target: { files: [aFile()] } })
    fireEvent.click(await screen.findByRole('button', { name: 'Skip crop' }))
    expect(await screen.findByText(nickname().placeholder, { selector: '.generate-bar-why b' })).toBeTruthy()
    expect(screen.queryByLabelText(LABELS.addPhoto)).toBeNull()
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('marks the optional steps', () => {
    open()
    expect(screen.getByText('Both optional')).toBeTruthy()
    const field = screen.getByRole('button', { name: /^Team Colors: / })
    expect(within(field).getByText('Choose a team')).toBeTruthy()
    expect(within(field).getByText("32 teams. Skip it and we'll pick one.")).toBeTruthy()
  })

  it('uses neutral colors, and rolls a team on Generate without choosing it', async () => {
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
    const team = getTeam(String(getSentForms(world)[0]!['team']))
    expect(team).not.toBeNull()
    expect(await screen.findByText(`Ace, ${team!.name}`)).toBeTruthy()
    expect(world.memory.get('player-form')).toContain('"team":""')
  })
})

describe('the example carousel', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // Images are treated as loaded, because none is fetched.
    HTMLImageElement.prototype.decode = async () => {}
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('turns through all three examples within five seconds, and stops at the first', async () => {
    setMotion('no-preference')
    open()
    await wait(0)
    const seen = new Set(visibleExamples())
    for (let ms = 0; ms < 5000; ms += TURN_EVERY_MS / 2) {
      await wait(TURN_EVERY_MS / 2)
      visibleExamples().forEach((alt) => seen.add(alt))
    }
    expect(seen.size).toBe(3)
    expect(turnSwitch().textContent).toBe('Play')
    const resting = visibleExamples()
    expect(resting).toEqual([expect.stringContaining(EXAMPLES[0].playerName)])
    await wait(10 * TURN_EVERY_MS)
    expect(visibleExamples()).toEqual(resting)
  })

  it('keeps the examples still under reduced motion, with a switch to play them', async () => {
    open()
    await wait(10 * TURN_EVERY_MS)
    expect(visibleExamples()).toEqual([expect.stringContaining(EXAMPLES[0].playerName)])
    press('Play')
    await wait(0)
    await wait(4 * TURN_EVERY_MS)
    expect(turnSwitch().textContent).toBe('Pause')
    expect(visibleExamples()).toEqual([expect.stringContaining(EXAMPLES[1].playerName)])
    press('Pause')
    await wait(10 * TURN_EVERY_MS)
    expect(visibleExamples()).toEqual([expect.stringContaining(EXAMPLES[1].playerName)])
  })
})
