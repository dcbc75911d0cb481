import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LIVE } from '#shared/domain/card-words.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { arriveAt, press, expectToast } from '../support/page.ts'
import { DESK, PHONE } from '../support/screens.ts'
import { expect, test } from '../support/stand-ins.ts'
import { createVisitor, makePublicCard, PORTRAIT } from '../support/visitor.ts'
import { uniqueName } from '../support/names.ts'

const tally = (page: Page) => page.locator('.scoreboard-cell:first-child b')

test("a vote shows up immediately on another visitor's page and in the Hall, across gateways", async ({
  ai,
  openTab,
  site,
}) => {
  // A real engine would return a portrait.
  ai.respond = () => Response.json({ created: 1, data: [{ b64_json: readFileSync(PORTRAIT, 'base64') }] })
  const maker = createVisitor(site.url)
  await maker.arrive()
  const nickname = uniqueName('Hall Pat')
  const { id } = await makePublicCard(maker, { nickname })
  // Each socket uses its own gateway.
  const [one, other, hall] = [await openTab(PHONE), await openTab(DESK), await openTab(DESK)]
  await arriveAt(hall.page, '/hall-of-fame?sort=new')
  for (const { page } of [one, other]) await arriveAt(page, `/card/${id}`)
  for (const { page } of [one, other]) await expect(page.getByText(LIVE.fans(2))).toBeVisible()
  const isLive = hall.page.getByRole('button', { name: new RegExp(LIVE.pause) })
  await expect(isLive).toContainText(`${LIVE.live}.`)
  await expect(tally(other.page)).toHaveText('0')

  await press(LABELS.upvote)(one.page)
  await expectToast(one.page, SUCCESS.voteAdded)
  await expect(tally(other.page)).toHaveText('1')
  await expect(hall.page.getByRole('button', { name: new RegExp(`^Upvote ${nickname}, 1 vote\\b`) })).toBeVisible()
})
