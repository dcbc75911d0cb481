import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import { printSheet } from '#worker/render/formats/pdf.ts'
import { plainPicture } from '#worker/render/formats/plain/plain-picture.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readJpeg, titleOf } from '../pictures/pictures.ts'
import { seenCard } from '../pictures/seen-card.ts'
import { asAttachment, DOWNLOADS, type DownloadKind, fileNameOf, isDownloadKind } from './kinds.ts'

/**
 * A card as a file: for whoever may see its page, and of a draft for its maker alone. What cannot be drawn comes as a
 * plain picture in the team's colors, and the failure is logged.
 */
export const downloads = new Hono<EdgeEnv>().get('/:id/:kind', async (c) => {
  const { id, kind } = c.req.param()
  if (!isDownloadKind(kind)) throw new AppError('NOT_FOUND')
  const card = await seenCard(c, id)
  if (card instanceof Response) return card
  const bytes = await bytesOf(c, card, kind).catch((thrown: unknown) => {
    log.error('download not drawn', { card: id, kind, cause: describeError(thrown) })
    return plainFile(card, kind)
  })
  return attachment(c, bytes, card, kind)
})

const attachment = (c: Context<EdgeEnv>, bytes: Uint8Array, { playerName }: CardFacts, kind: DownloadKind): Response =>
  c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
    'content-type': DOWNLOADS[kind].type,
    'content-length': String(bytes.byteLength),
    'content-disposition': asAttachment(fileNameOf(playerName, kind)),
    // Whoever deletes a card deletes it here too, at once.
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })

async function bytesOf(c: EdgeContext, facts: CardFacts, kind: DownloadKind): Promise<Uint8Array> {
  const { pictures, backend } = c.var.services
  const { origin } = c.var
  if (kind === 'back' || kind === 'story') return pictures.get(facts, kind, origin)
  const front = await readJpeg(backend, facts.imageUrl, origin)
  return kind === 'card' ? front : printSheet(front, { title: titleOf(facts) })
}

/** Front and print sheet have the size of the back. */
function plainFile(facts: CardFacts, kind: DownloadKind): Uint8Array {
  const plain = plainPicture(kind === 'story' ? 'story' : 'back', facts)
  return kind === 'print' ? printSheet(plain, { title: titleOf(facts) }) : plain
}
