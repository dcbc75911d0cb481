import * as z from 'zod/mini'
import type { Card } from '../domain/card.ts'

/** Where the build lays what {@link FirstPaint} holds. */
export const FIRST_PAINT_PATH = '/assets/first-paint.json'

/** The pages whose first screenful is the same for everybody but for a few gaps. */
export const FIRST_PAINT_PAGES = ['/', '/hall-of-fame', '/my-cards', '/account', '/contact', '/privacy-policy'] as const

/** The generator as it begins when its address asks for a drawing that is under way, or for another card's setup. */
export const FIRST_PAINT_JOB = '/?job=gap-job'
export const FIRST_PAINT_REMIX = '/?remix=gap-card-id'

/** Pages as they first show, in HTML that the build has written and the Worker fills. */
export const FirstPaint = z.object({
  pages: z.record(z.string(), z.string()),
  /** What stands round every screen. */
  shell: z.string(),
})
export type FirstPaint = z.infer<typeof FirstPaint>

/** What stands for a card in a list: its element is repeated for each that there is. */
const card = {
  id: 'gap-card-id',
  playerName: 'gap-card-name',
  jerseyNumber: 'gap-card-number',
  teamColors: 'gap-card-team',
  imageUrl: 'gap-card-image',
  version: 'gap-card-version',
  stats: null,
  createdAt: '',
  votes: 734_100_918,
  userId: '',
} as const satisfies Card

/** What stands in that HTML for what is known later; no special characters, they are searched for. A number that no quota reaches stands for what is left of it. */
export const GAPS = {
  screen: 'gap-screen',
  donationUrl: 'gap-donation',
  service: 'gap-service',
  left: 734_100_917,
  card,
} as const
