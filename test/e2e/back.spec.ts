import type { Page } from '@playwright/test'
import { LABELS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import {
  expectFinishedCard,
  choosePhoto,
  fillForm,
  generate,
  generateButton,
  holdsChoices,
  photoPreview,
} from './support/form.ts'
import { arriveAt, button, followLink, waitForHydration, waitForSheetExit } from './support/page.ts'
import { PORTRAIT } from './support/visitor.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

test('Back closes an open sheet, then steps through the pages, which keep their photo and typed input @smoke', async ({
  page,
}) => {
  const nickname = page.getByLabel(LABELS.funNickname)
  await arriveAt(page, '/contact')
  await followLink(page, LABELS.generator)
  await nickname.fill('Gridiron Gran')
  await choosePhoto(page)
  const teams = page.getByRole('button', { name: /^Team Colors: / })
  await teams.click()
  await expect(sheet(page, LABELS.teamColors)).toBeVisible()
  await page.goBack()
  await expect(sheet(page, LABELS.teamColors)).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(photoPreview(page)).toBeVisible()
  await expect(teams).toBeFocused()

  await followLink(page, LABELS.gallery)
  await expect(heading(page, 'Hall of Fame')).toBeVisible()
  await page.locator('a[href^="/card/"]').first().click()
  await expect(button(page, LABELS.upvote)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Hall of Fame')).toBeVisible()
  await page.goBack()
  await expect(nickname).toHaveValue('Gridiron Gran')
  await expect(photoPreview(page)).toBeVisible()
  await expect(generateButton(page)).toBeEnabled()
  await page.goForward()
  await expect(heading(page, 'Hall of Fame')).toBeVisible()
  await page.goForward()
  await expect(button(page, LABELS.upvote)).toBeVisible()
  await page.evaluate(() => history.go(-3))
  await expect(heading(page, LABELS.contactUs)).toBeVisible()
})

test('Back closes a sheet over a finished card, and returns to the card, then to the form', async ({ page }) => {
  await arriveAt(page, '/contact')
  await followLink(page, LABELS.generator)
  await fillForm(page)
  await generate(page)
  const made = page.url()
  const formats = button(page, 'Other formats')
  const more = page.getByRole('dialog')
  await formats.click()
  await expect(more).toBeVisible()
  await page.goBack()
  await expect(more).toBeHidden()
  expect(page.url()).toBe(made)

  await followLink(page, LABELS.gallery)
  await expect(heading(page, 'Hall of Fame')).toBeVisible()
  await page.goBack()
  await expectFinishedCard(page)
  expect(page.url()).toBe(made)
  await page.goto('/robots.txt')
  await page.goBack()
  await waitForHydration(page)
  await expectFinishedCard(page)
  await formats.click()
  await expect(more).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeHidden()
  await waitForSheetExit(page)

  await page.goBack()
  await holdsChoices(page)
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expectFinishedCard(page)
  await followLink(page, LABELS.generator)
  await expect(page.getByLabel(LABELS.funNickname)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Team Colors: Green Bay Packers' })).toBeVisible()
  await page.goBack()
  await expectFinishedCard(page)
})

test('the file picker keeps the scroll position, and an added photo scrolls to the top @smoke', async ({ page }) => {
  await arriveAt(page, '/')
  const scrolled = () => page.evaluate(() => scrollY)
  const add = page.getByLabel(LABELS.addPhoto)
  const choosing = page.waitForEvent('filechooser')
  await page.getByText(LABELS.addPhoto, { exact: true }).click()
  const chooser = await choosing
  await add.focus()
  expect(await scrolled()).toBe(0)
  await page.evaluate(() => scrollTo(0, 300))
  await chooser.setFiles(PORTRAIT)
  await expect(photoPreview(page)).toBeVisible()
  await expect.poll(scrolled).toBe(0)
  await generateButton(page).focus()
  expect(await scrolled()).toBe(0)
})
