import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { downloadName } from '#shared/domain/card.ts'
import { toAttachment } from '#worker/http/attachment.ts'
import { getTitle } from '#worker/render/card/card-file.ts'
import { printSheet } from '#worker/render/formats/pdf.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readPicture } from '../pictures/pictures.ts'
import { drawSeat } from '../leagues/seat-picture.ts'
import { readVisibleCard } from '../pictures/seen-card.ts'

/** The formats of a card's download. */
const DOWNLOADS = {
  card: { suffix: '', extension: 'jpg', type: 'image/jpeg' },
  back: { suffix: '-back', extension: 'jpg', type: 'image/jpeg' },
  story: { suffix: '-story', extension: 'jpg', type: 'image/jpeg' },
  /** A page of 2.75 x 3.75 in for print, including bleed. */
  print: { suffix: '-print', extension: 'pdf', type: 'application/pdf' },
} as const

type DownloadKind = keyof typeof DOWNLOADS

const isDownloadKind = (text: string): text is DownloadKind => Object.hasOwn(DOWNLOADS, text)

/** Returns a download's file name. */
function getFileName(playerName: string, kind: DownloadKind): string {
  const { suffix, extension } = DOWNLOADS[kind]
  return `${downloadName(playerName).replace(/\.jpg$/, '')}${suffix}.${extension}`
}

/**
 * Serves a card as a file to everyone who may see its page, and drafts to their maker only. Serves a league's card with
 * its awards to everyone with the league's link.
 */
export const downloads = new Hono<EdgeEnv>()
  .get('/:id/:kind', async (c) => {
    const { id, kind } = c.req.param()
    if (!isDownloadKind(kind)) throw new AppError('NOT_FOUND')
    const card = await readVisibleCard(c, id)
    if (card instanceof Response) return card
    return attachment(c, await createFile(c, card, kind), card, kind)
  })
  .get('/league/:code/seat/:seat', async (c) => {
    const { code, seat } = c.req.param()
    const { card, picture } = await drawSeat(c, code, seat)
    return attachment(c, picture, card, 'card')
  })

const attachment = (c: Context<EdgeEnv>, bytes: Uint8Array, { playerName }: CardFacts, kind: DownloadKind): Response =>
  c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
    'content-type': DOWNLOADS[kind].type,
    'content-length': String(bytes.byteLength),
    'content-disposition': toAttachment(getFileName(playerName, kind)),
    // Deleted cards must disappear immediately.
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })

async function createFile(c: EdgeContext, facts: CardFacts, kind: DownloadKind): Promise<Uint8Array> {
  const { pictures, backend } = c.var.services
  const { origin } = c.var
  if (kind === 'back' || kind === 'story') return pictures.get(facts, kind, origin)
  const front = await readPicture(backend, facts.imageUrl, origin)
  if (kind === 'card') return front
  return printSheet(front, { title: getTitle(facts), back: await pictures.get(facts, 'back', origin) })
}
