import { expect, type Page } from '@playwright/test'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { waitForHydration } from './page.ts'
import { PORTRAIT } from './visitor.ts'

/** Drawing a card takes this long on a busy machine. */
export const DRAWING_MS = 60_000

const TYPED = { nickname: 'Gridiron Gran', number: '81', team: 'Green Bay Packers', armor: 'Duck' }

/** Fills in the whole generator form, photo included. */
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

/** Uploads a photo to the form. Without exactly one clear face, the crop sheet opens. */
export async function uploadPhoto(page: Page, file = PORTRAIT): Promise<void> {
  await waitForHydration(page)
  await page.getByLabel('Choose a photo (not saved)').setInputFiles(file)
}

/** Chooses a photo of one clear face, which needs no crop. */
export async function choosePhoto(page: Page, file = PORTRAIT): Promise<void> {
  await uploadPhoto(page, file)
  await waitForPhoto(page)
}

/** Chooses a photo without one clear face and skips its crop. */
export async function chooseUncroppedPhoto(page: Page, file: string): Promise<void> {
  await uploadPhoto(page, file)
  await page.getByRole('button', { name: 'Skip crop' }).click()
  await waitForPhoto(page)
}

/** Waits until the form holds a photo, however it was added. */
export async function waitForPhoto(page: Page): Promise<void> {
  await expect(photoPreview(page)).toBeVisible()
  await expect(page.getByText(/location data removed/i)).toBeVisible()
  await expect(page.getByText('Finding your face…')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true })
export const usePhoto = (page: Page) => page.getByRole('button', { name: 'Use photo' })
export const photoPreview = (page: Page) => page.getByRole('img', { name: 'You, as you will be sent' })

/** Expects the screen of a finished card. */
export const expectFinishedCard = (page: Page) =>
  expect(page.getByRole('heading', { name: SUCCESS.cardReady })).toBeVisible({ timeout: DRAWING_MS })

/** Opens the editing tools of a finished card. */
export const openEditTools = (page: Page) => page.locator('summary', { hasText: 'Edit card' }).click()

/** The card in the center of its screen. */
export const heroCard = (page: Page) => page.locator('.stage-stage img').first()

/** Submits the form and waits for its card. */
export async function generate(page: Page): Promise<void> {
  await generateButton(page).click()
  await expectFinishedCard(page)
}

/** Expects the form to hold what {@link fillForm} entered, except for the photo. */
export async function holdsChoices(page: Page): Promise<void> {
  await expect(page.getByLabel(LABELS.funNickname)).toHaveValue(TYPED.nickname)
  await expect(page.getByLabel(LABELS.jerseyNumber)).toHaveValue(TYPED.number)
  await expect(page.getByRole('button', { name: `Team Colors: ${TYPED.team}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Armor / Headgear: ${TYPED.armor}` })).toBeVisible()
}

/** Expects the form to be as {@link fillForm} left it. */
export async function holdsForm(page: Page): Promise<void> {
  await holdsChoices(page)
  await expect(photoPreview(page)).toBeVisible()
}
