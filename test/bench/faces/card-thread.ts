import '../../support/node-hooks.ts'
import { answering } from './answering.ts'
import type { Drawing } from './draw.ts'
import type { Dress } from './dress.ts'

export type CardTask = { readonly path: string; readonly dress: Dress }
export type CardAnswer = Pick<Drawing, 'finish' | 'notices' | 'ms'> & { readonly card: Uint8Array }

const { cardOf, drawArt, photoOf } = await import('./draw.ts')

answering<CardTask, CardAnswer>(async ({ path, dress }) => {
  const { art, ...said } = await drawArt(await photoOf(path), dress)
  return { ...said, card: await cardOf(art, dress) }
})
