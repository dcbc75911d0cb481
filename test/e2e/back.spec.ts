import type { Page } from '@playwright/test'
import { LABELS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { choosePhoto, fillForm, generate, photoPreview } from './support/form.ts'
import { arriveAt, button, follow } from './support/page.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

test('Back closes an open sheet and keeps the form; the next Back leaves the page @smoke', async ({ page }) => {
  await arriveAt(page, '/contact')
  await follow(page, LABELS.generator)
  await page.getByLabel(LABELS.funNickname).fill('Gridiron Gran')
  await choosePhoto(page)
  const teams = page.getByRole('button', { name: /^Team Colors: / })
  await teams.click()
  await expect(sheet(page, LABELS.teamColors)).toBeVisible()
  await page.goBack()
  await expect(sheet(page, LABELS.teamColors)).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel(LABELS.funNickname)).toHaveValue('Gridiron Gran')
  await expect(photoPreview(page)).toBeVisible()
  await expect(teams).toBeFocused()
  await page.goBack()
  await expect(heading(page, LABELS.contactUs)).toBeVisible()
})

test('Back stays on a finished card, and needs no second press after a sheet was closed with Escape', async ({
  page,
}) => {
  await arriveAt(page, '/contact')
  await follow(page, LABELS.generator)
  await fillForm(page)
  await generate(page)
  const made = page.url()
  await follow(page, LABELS.download)
  await expect(sheet(page, LABELS.download)).toBeVisible()
  await page.goBack()
  await expect(sheet(page, LABELS.download)).toBeHidden()
  expect(page.url()).toBe(made)
  await page.reload()
  await follow(page, LABELS.download)
  await expect(sheet(page, LABELS.download)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet(page, LABELS.download)).toBeHidden()
  await page.goBack()
  await expect(heading(page, LABELS.contactUs)).toBeVisible()
})

test('Back and Forward show each page again, with what was typed', async ({ page }) => {
  const nickname = page.getByLabel(LABELS.funNickname)
  await arriveAt(page, '/')
  await nickname.fill('Gridiron Gran')
  await follow(page, LABELS.gallery)
  await expect(heading(page, 'Hall of Fame')).toBeVisible()
  await page.locator('a[href^="/card/"]').first().click()
  await expect(button(page, LABELS.upvote)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Hall of Fame')).toBeVisible()
  await page.goBack()
  await expect(nickname).toHaveValue('Gridiron Gran')
  await page.goForward()
  await expect(heading(page, 'Hall of Fame')).toBeVisible()
  await page.goForward()
  await expect(button(page, LABELS.upvote)).toBeVisible()
})
