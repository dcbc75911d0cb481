import { joinedBytes } from '#worker/http/joined-bytes.ts'
import { jpegPicture, type Keep, pngPicture, REST, type Step, type Steps, webpPicture } from './picture-steps.ts'
import { readSignature } from './signature.ts'

const SIGNATURE_BYTES = 12
/** Enough of what is no photo of ours to tell what it is. */
const OTHER_KEPT_BYTES = 1024 * 1024
const NOTHING = new Uint8Array(0)

/**
 * Lets only the picture of a photo through as it arrives: what cameras write around it (films, depth maps, previews,
 * places, comments) often weighs more than the picture and is not kept anyway. Orientation stays, and the color profile
 * where it is not compressed (in a PNG it is, and may be a decompression bomb).
 * What breaks the grammar of its format passes as it is; the decoder is the judge of that.
 *
 * @param keep gets views of the chunks written, good until it returns
 */
export function createPictureOnly(keep: Keep) {
  let start: Uint8Array = NOTHING
  let steps: Steps | null = null
  let step: Step | null = null
  let done = 0
  let seen: Uint8Array = NOTHING

  function advance(looked: Uint8Array): void {
    done = 0
    do step = steps!.next(looked).value ?? null
    while (step !== null && (('pass' in step && step.pass <= 0) || ('drop' in step && step.drop <= 0)))
  }

  /** @returns how many bytes of `bytes` were used */
  function take(bytes: Uint8Array, current: Step): number {
    if ('passTo' in current) {
      const found = endOf(bytes, current.passTo, current.unlessBefore)
      keep(found === -1 ? bytes : bytes.subarray(0, found))
      if (found !== -1) advance(NOTHING)
      return found === -1 ? bytes.length : found
    }
    const wanted = 'look' in current ? current.look : 'pass' in current ? current.pass : current.drop
    const part = bytes.subarray(0, wanted - done)
    done += part.length
    if ('pass' in current) keep(part)
    if ('look' in current) seen = joinedBytes([seen, part])
    if (done === wanted) {
      const looked = seen
      seen = NOTHING
      advance(looked)
    }
    return part.length
  }

  return {
    write(chunk: Uint8Array): void {
      let rest = chunk
      if (steps === null) {
        start = joinedBytes([start, chunk])
        if (start.length < SIGNATURE_BYTES) return
        steps = picturesIn(start, keep)
        advance(NOTHING)
        rest = start
        start = NOTHING
      }
      for (let now = step; rest.length > 0 && now !== null; now = step) rest = rest.subarray(take(rest, now))
    },
    /** No more comes: what was still looked at is as much of the photo as there is. */
    end(): void {
      keep(start)
      keep(seen)
    },
  }
}

/** Where the first `mark` stands that is not followed by one of its companions, or -1. */
function endOf(bytes: Uint8Array, mark: number, isCompanion: (next: number) => boolean): number {
  let at = bytes.indexOf(mark)
  while (at !== -1 && at + 1 < bytes.length && isCompanion(bytes[at + 1]!)) at = bytes.indexOf(mark, at + 2)
  return at
}

function picturesIn(start: Uint8Array, keep: Keep): Steps {
  switch (readSignature(start)) {
    case 'jpeg':
      return jpegPicture(keep)
    case 'png':
      return pngPicture(keep)
    case 'webp':
      return webpPicture(keep)
    default:
      return startOnly()
  }
}

function* startOnly(): Steps {
  yield { pass: OTHER_KEPT_BYTES }
  yield { drop: REST }
}
