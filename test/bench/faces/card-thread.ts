import '../../support/node-hooks.ts'
import { answering } from './answering.ts'
import type { Drawing } from './draw.ts'
import type { Dress } from './dress.ts'

export type CardTask = { readonly path: string; readonly dress: Dress }
export type CardAnswer = Pick<Drawing, 'finish' | 'notices' | 'ms'> & { readonly card: Uint8Array }

const { drawArt, drawCard, preparePhoto } = await import('./draw.ts')

answering<CardTask, CardAnswer>(async ({ path, dress }) => {
  const { art, ...details } = await drawArt(await preparePhoto(path), dress)
  return { ...details, card: await drawCard(art, dress) }
})
