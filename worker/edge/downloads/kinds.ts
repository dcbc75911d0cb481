import { downloadName } from '#shared/domain/card.ts'

/** What a card can be taken home as. */
export const DOWNLOADS = {
  card: { suffix: '', extension: 'jpg', type: 'image/jpeg' },
  back: { suffix: '-back', extension: 'jpg', type: 'image/jpeg' },
  story: { suffix: '-story', extension: 'jpg', type: 'image/jpeg' },
  /** A page of 2.75 x 3.75 in for a printer, bleed included. */
  print: { suffix: '-print', extension: 'pdf', type: 'application/pdf' },
} as const

export type DownloadKind = keyof typeof DOWNLOADS

export const isDownloadKind = (text: string): text is DownloadKind => Object.hasOwn(DOWNLOADS, text)

/** The card's own file name, and the others beside it. */
export function fileNameOf(playerName: string, kind: DownloadKind): string {
  const { suffix, extension } = DOWNLOADS[kind]
  return `${downloadName(playerName).replace(/\.jpg$/, '')}${suffix}.${extension}`
}

/** RFC 6266: the name in plain letters for old readers, and as it is for all others. */
export function asAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(fileName)}`
}

/** `encodeURIComponent` leaves characters as they are that mean something here, and fails for half a character. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
