import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { downloadName } from '#shared/domain/card.ts'
import { titleOf } from '#worker/render/card/card-file.ts'
import { printSheet } from '#worker/render/formats/pdf.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import type { CardFacts } from '../cards/card-codec.ts'
import { readPicture } from '../pictures/pictures.ts'
import { seenCard } from '../pictures/seen-card.ts'

/** The files a card can be downloaded as. */
const DOWNLOADS = {
  card: { suffix: '', extension: 'jpg', type: 'image/jpeg' },
  back: { suffix: '-back', extension: 'jpg', type: 'image/jpeg' },
  story: { suffix: '-story', extension: 'jpg', type: 'image/jpeg' },
  /** A page of 2.75 x 3.75 in for a printer, bleed included. */
  print: { suffix: '-print', extension: 'pdf', type: 'application/pdf' },
} as const

type DownloadKind = keyof typeof DOWNLOADS

const isDownloadKind = (text: string): text is DownloadKind => Object.hasOwn(DOWNLOADS, text)

/** The card's own file name, and the others beside it. */
function fileNameOf(playerName: string, kind: DownloadKind): string {
  const { suffix, extension } = DOWNLOADS[kind]
  return `${downloadName(playerName).replace(/\.jpg$/, '')}${suffix}.${extension}`
}

/** RFC 6266: the name in plain letters for old readers, and as it is for all others. */
function asAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(fileName)}`
}

/** `encodeURIComponent` leaves characters as they are that mean something here, and fails for half a character. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Serves a card as a file to everyone who may see its page; drafts to their maker only. */
export const downloads = new Hono<EdgeEnv>().get('/:id/:kind', async (c) => {
  const { id, kind } = c.req.param()
  if (!isDownloadKind(kind)) throw new AppError('NOT_FOUND')
  const card = await seenCard(c, id)
  if (card instanceof Response) return card
  return attachment(c, await bytesOf(c, card, kind), card, kind)
})

const attachment = (c: Context<EdgeEnv>, bytes: Uint8Array, { playerName }: CardFacts, kind: DownloadKind): Response =>
  c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
    'content-type': DOWNLOADS[kind].type,
    'content-length': String(bytes.byteLength),
    'content-disposition': asAttachment(fileNameOf(playerName, kind)),
    // Deleting a card deletes it here too, at once.
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })

async function bytesOf(c: EdgeContext, facts: CardFacts, kind: DownloadKind): Promise<Uint8Array> {
  const { pictures, backend } = c.var.services
  const { origin } = c.var
  if (kind === 'back' || kind === 'story') return pictures.get(facts, kind, origin)
  const front = await readPicture(backend, facts.imageUrl, origin)
  if (kind === 'card') return front
  return printSheet(front, { title: titleOf(facts), back: await pictures.get(facts, 'back', origin) })
}
