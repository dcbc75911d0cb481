import type { Tab } from './browser.ts'
import type { PHONE } from './browser.ts'
import type { Stage } from './stage.ts'
import { createVisitor, makeDraft, publish } from './visitor.ts'

/** A card, the generation it came from, and whose it is. */
export type Made = { id: string; jobId: string; visitorId: string }

/** The tab of a visitor that has just made a card, without the minutes it takes. */
export async function openMakersTab(
  stage: Stage,
  kind: 'draft' | 'public',
  viewport?: typeof PHONE,
  fields: Record<string, string> = {},
): Promise<Tab & { made: Made }> {
  const maker = createVisitor(stage.url)
  const cookie = (await maker.arrive())!
  const { jobId, card } = await makeDraft(maker, { nickname: 'Gridiron Gran', ...fields })
  if (kind === 'public') await publish(maker, card)
  const tab = await stage.open(viewport)
  const [name, value] = cookie.split('=') as [string, string]
  await tab.context.addCookies([{ name, value, url: stage.url }])
  return { ...tab, made: { id: card.id, jobId, visitorId: idIn(value) } }
}

/** Whom the server knows this tab's visitor as. */
export async function visitorIdOf({ context }: Pick<Tab, 'context'>): Promise<string> {
  const cookies = await context.cookies()
  return idIn(cookies.find(({ name }) => name === 'visitor')!.value)
}

const idIn = (cookie: string): string => cookie.split('.')[0]!
