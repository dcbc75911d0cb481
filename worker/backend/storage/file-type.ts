/** A kind of file that its first bytes tell. `image`: a browser may show it as a picture, also on other sites. */
export type FileType = { readonly type: string; readonly extension: string; readonly image: boolean }

const SIGNATURES: readonly (FileType & { readonly starts: readonly [offset: number, bytes: string][] })[] = [
  { type: 'image/jpeg', extension: 'jpg', image: true, starts: [[0, '\xff\xd8\xff']] },
  { type: 'image/png', extension: 'png', image: true, starts: [[0, '\x89PNG\r\n\x1a\n']] },
  { type: 'image/gif', extension: 'gif', image: true, starts: [[0, 'GIF8']] },
  {
    type: 'image/webp',
    extension: 'webp',
    image: true,
    starts: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  { type: 'image/bmp', extension: 'bmp', image: false, starts: [[0, 'BM']] },
  { type: 'image/tiff', extension: 'tiff', image: false, starts: [[0, 'II*\0']] },
  { type: 'image/tiff', extension: 'tiff', image: false, starts: [[0, 'MM\0*']] },
  { type: 'application/pdf', extension: 'pdf', image: false, starts: [[0, '%PDF']] },
  { type: 'application/zip', extension: 'zip', image: false, starts: [[0, 'PK\x03\x04']] },
  { type: 'audio/mpeg', extension: 'mp3', image: false, starts: [[0, 'ID3']] },
  { type: 'audio/flac', extension: 'flac', image: false, starts: [[0, 'fLaC']] },
  { type: 'audio/ogg', extension: 'ogg', image: false, starts: [[0, 'OggS']] },
  { type: 'video/mp4', extension: 'mp4', image: false, starts: [[4, 'ftyp']] },
  { type: 'video/webm', extension: 'webm', image: false, starts: [[0, '\x1aE\xdf\xa3']] },
]

/** How many of a file's first bytes its kind is read from. */
export const SIGNATURE_BYTES = 12

/** What the first bytes of a file say it is, or null. Names and declared types are claims; bytes are not. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const head = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES))
  const found = SIGNATURES.find(({ starts }) => starts.every(([offset, text]) => head.startsWith(text, offset)))
  return found ? { type: found.type, extension: found.extension, image: found.image } : null
}

const SHOWN = new Set(SIGNATURES.filter(({ image }) => image).map(({ type }) => type))

/** True for the pictures every browser shows and nothing in them can run; SVG is not one of them. */
export const isPicture = (type: string): boolean => SHOWN.has(type)
