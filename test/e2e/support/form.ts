import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { untilTakenOver } from './mishap.ts'
import { PORTRAIT } from './visitor.ts'

const TYPED = { nickname: 'Gridiron Gran', number: '81', team: 'Green Bay Packers', armor: 'Duck' }

/** Fills the whole form of the generator, photo included. */
export async function fillForm(page: Page, typed: Partial<typeof TYPED> = {}): Promise<void> {
  const { nickname, number, team, armor } = { ...TYPED, ...typed }
  await page.getByLabel(LABELS.funNickname).fill(nickname)
  await page.getByLabel(LABELS.jerseyNumber).fill(number)
  await page.getByRole('button', { name: /^Team Colors: / }).click()
  await page.getByLabel('Search team or color').fill(team.slice(0, 9))
  await page.getByRole('radio', { name: new RegExp(team) }).check({ force: true })
  await page.getByRole('button', { name: 'Use these colors' }).click()
  await page.getByRole('button', { name: /^Armor \/ Headgear: / }).click()
  await page.getByRole('radio', { name: armor }).check({ force: true })
  await page.getByRole('button', { name: 'Wear it' }).click()
  await choosePhoto(page)
}

/** Gives the form a photo, whose crop comes next. */
export async function givePhoto(page: Page, file = PORTRAIT): Promise<void> {
  await untilTakenOver(page)
  await page.getByLabel('Choose a photo (not saved)').setInputFiles(file)
}

/** Chooses a photo and leaves it as it is. */
export async function choosePhoto(page: Page, file = PORTRAIT): Promise<void> {
  await givePhoto(page, file)
  await page.getByRole('button', { name: 'Skip crop' }).click()
  await page.getByText(/location data removed/i).waitFor()
}

export const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })

/** The form is as {@link fillForm} left it. */
export async function holdsForm(page: Page): Promise<void> {
  assert.equal(await page.getByLabel(LABELS.funNickname).inputValue(), TYPED.nickname)
  assert.equal(await page.getByLabel(LABELS.jerseyNumber).inputValue(), TYPED.number)
  await page.getByRole('button', { name: `Team Colors: ${TYPED.team}` }).waitFor()
  await page.getByRole('button', { name: `Armor / Headgear: ${TYPED.armor}` }).waitFor()
  await page.getByRole('img', { name: 'You, as you will be sent' }).waitFor()
}
