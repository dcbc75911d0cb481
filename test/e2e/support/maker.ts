import { expect } from '@playwright/test'
import type { OpenTab, Tab } from './fixtures.ts'
import { createVisitor, makeDraft, publish } from './visitor.ts'

/** A card, the generation that drew it, and its maker. */
export type Made = { id: string; jobId: string; visitorId: string }

/** A site, and how to open it as a visitor. */
export type Opener = { url: string; open: OpenTab }

/** Makes a card over HTTP and opens a tab as its maker. */
export async function openMakersTab(
  { url, open }: Opener,
  kind: 'draft' | 'public',
  viewport?: { width: number; height: number },
  fields: Record<string, string> = {},
  photo?: Blob,
): Promise<Tab & { made: Made }> {
  const maker = createVisitor(url)
  const cookie = (await maker.arrive())!
  const { jobId, card } = await makeDraft(maker, { nickname: 'Gridiron Gran', ...fields }, photo)
  if (kind === 'public') await publish(maker, card)
  const tab = await open(viewport)
  const [name, value] = cookie.split('=') as [string, string]
  await tab.context.addCookies([{ name, value, url }])
  return { ...tab, made: { id: card.id, jobId, visitorId: idIn(value) } }
}

/** Returns the server's ID of this tab's visitor. */
export async function getVisitorId({ context }: Pick<Tab, 'context'>): Promise<string> {
  const cookies = await context.cookies()
  const cookie = cookies.find(({ name }) => name === 'visitor')
  expect(cookie, 'the visitor has a cookie').toBeDefined()
  return idIn(cookie!.value)
}

const idIn = (cookie: string): string => cookie.split('.')[0]!
