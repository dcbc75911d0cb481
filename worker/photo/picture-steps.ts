import { latin1 } from './signature.ts'

/**
 * What is to happen to the bytes that come next. `look`: the next step gets them, to keep them or not; `passTo`: all up
 * to that byte pass, and that byte too where what follows is at hand and makes it one of many.
 */
export type Step =
  | { readonly look: number }
  | { readonly pass: number }
  | { readonly drop: number }
  | { readonly passTo: number; readonly unlessBefore: (next: number) => boolean }
/** Reads a photo step by step and says what of it is kept. */
export type Steps<T = void> = Generator<Step, T, Uint8Array>
export type Keep = (bytes: Uint8Array) => void

export const REST = Number.POSITIVE_INFINITY

/** Markers of a JPEG (ITU T.81, table B.1). */
const MARK = 0xff
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const APP0 = 0xe0
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe
/** Application segments that are looked into, and what the ones that are kept begin with. */
const NAMED: ReadonlyMap<number, string> = new Map([
  [0xe1, 'Exif'],
  [0xe2, 'ICC_'],
])

const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7
/** Behind the mark: a mark that is data, or where the decoder starts afresh. */
const isCoded = (code: number) => code === 0 || isRestart(code)
const standsAlone = (code: number) => code === 0x01 || isRestart(code)

/** Segments up to the end of the first image; films and further pictures stand behind it. */
export function* jpegPicture(keep: Keep): Steps {
  keep(yield { look: 2 })
  for (let code = yield* nextMarker(keep); code !== null;) {
    if (standsAlone(code) || code === END_OF_IMAGE) keep(Uint8Array.of(MARK, code))
    else yield* segment(code, keep)
    if (code === END_OF_IMAGE) yield { drop: REST }
    code = code === START_OF_SCAN ? yield* scan(keep) : yield* nextMarker(keep)
  }
  yield { pass: REST }
}

/** The code of the marker that comes next, or null when there is none. */
function* nextMarker(keep: Keep): Steps<number | null> {
  const mark = yield { look: 1 }
  if (mark[0] === MARK) return yield* codeOfMarker()
  keep(mark)
  return null
}

/** A marker may be preceded by any number of fill bytes. */
function* codeOfMarker(): Steps<number> {
  for (;;) {
    const [code] = yield { look: 1 }
    if (code !== MARK) return code!
  }
}

function* segment(code: number, keep: Keep): Steps {
  const length = yield { look: 2 }
  const bytes = ((length[0]! << 8) | length[1]!) - 2
  const name = NAMED.has(code) && bytes >= 4 ? yield { look: 4 } : new Uint8Array(0)
  const isKept = NAMED.has(code)
    ? latin1(name, 0, 4) === NAMED.get(code)
    : code !== COMMENT && (code <= APP0 || code === APP14 || code > APP15)
  if (isKept) for (const part of [Uint8Array.of(MARK, code), length, name]) keep(part)
  yield isKept ? { pass: bytes - name.length } : { drop: bytes - name.length }
}

/** Coded pixels up to the marker behind them. @returns its code */
function* scan(keep: Keep): Steps<number> {
  for (;;) {
    yield { passTo: MARK, unlessBefore: isCoded }
    yield { look: 1 }
    const code = yield* codeOfMarker()
    if (!isCoded(code)) return code
    keep(Uint8Array.of(MARK, code))
  }
}

/**
 * What a decoder needs beside the critical chunks, and what tells an animation (PNG, third edition, section 11). The
 * color profile (`iCCP`) is left out: it is deflated, so 306 KB of it unpack to 300 MB inside the decoder, whose
 * WebAssembly memory never shrinks again, and the decoder does not apply profiles anyway.
 */
const PNG_KEPT = new Set(['tRNS', 'acTL', 'cHRM', 'gAMA', 'pHYs', 'sBIT', 'sRGB', 'cICP'])
const CRC_BYTES = 4

export function* pngPicture(keep: Keep): Steps {
  keep(yield { look: 8 })
  for (;;) {
    const head = yield { look: 8 }
    const name = latin1(head, 4, 8)
    const bytes = new DataView(head.buffer, head.byteOffset).getUint32(0) + CRC_BYTES
    const isKept = /^[A-Z]/.test(name) || PNG_KEPT.has(name)
    if (isKept) keep(head)
    yield isKept ? { pass: bytes } : { drop: bytes }
    if (name === 'IEND') yield { drop: REST }
  }
}

/** One container that says how long it is (RFC 9649): its chunks all count, so none of them is left out. */
export function* webpPicture(keep: Keep): Steps {
  const head = yield { look: 8 }
  keep(head)
  const bytes = new DataView(head.buffer, head.byteOffset).getUint32(4, true)
  yield { pass: bytes + (bytes % 2) }
  yield { drop: REST }
}
