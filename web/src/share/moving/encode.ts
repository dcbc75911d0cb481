import { MOVING, type MovingFormat } from './moving-format.ts'
import { mp4Of, type Sample } from './mp4.ts'

/** Frames that wait for the encoder hold their pixels: eight megabytes each. */
const MOST_WAITING = 3
const LOOK_AGAIN_MS = 4
/** A new start each second, so that a player can seek. */
const KEY_EVERY = MOVING.framesPerSecond

type Encoding = {
  format: MovingFormat
  canvas: OffscreenCanvas
  /** Draws each frame onto the canvas. */
  paint: (frame: number) => void
  frames: number
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Encodes frames of one canvas as a video.
 *
 * @returns an MP4
 * @throws the signal's reason when it is aborted, else what the encoder fails with
 */
export async function encodeFrames({ format, canvas, paint, frames, onProgress, signal }: Encoding): Promise<Blob> {
  const { width, height, framesPerSecond, bitsPerSecond: bitrate } = MOVING
  const samples: Sample[] = []
  const told: { description: Uint8Array | null; fault: Error | null } = { description: null, fault: null }
  const encoder = new VideoEncoder({
    output(chunk, about) {
      const data = new Uint8Array(chunk.byteLength)
      chunk.copyTo(data)
      samples.push({ data, isKey: chunk.type === 'key' })
      told.description ??= bytesOf(about?.decoderConfig?.description)
    },
    error(thrown) {
      told.fault = thrown
    },
  })
  try {
    encoder.configure({ codec: format.full, width, height, bitrate, framerate: framesPerSecond })
    for (let i = 0; i < frames; i++) {
      paint(i)
      const timestamp = (i * 1_000_000) / framesPerSecond
      const frame = new VideoFrame(canvas, { timestamp, duration: 1_000_000 / framesPerSecond })
      encoder.encode(frame, { keyFrame: i % KEY_EVERY === 0 })
      frame.close()
      onProgress((i + 1) / frames)
      // At least once: the page stays alive meanwhile.
      do {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
        signal.throwIfAborted()
        if (told.fault !== null) throw told.fault
      } while (encoder.encodeQueueSize > MOST_WAITING)
    }
    await encoder.flush()
  } finally {
    if (encoder.state !== 'closed') encoder.close()
  }
  const codec =
    format.codec === 'avc'
      ? ({ name: 'avc', description: required(told.description) } as const)
      : ({ name: 'vp9' } as const)
  return mp4Of({ widthPx: width, heightPx: height, framesPerSecond, samples, codec })
}

function bytesOf(description: AllowSharedBufferSource | undefined): Uint8Array | null {
  if (description === undefined) return null
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength).slice()
    : new Uint8Array(description).slice()
}

function required(description: Uint8Array | null): Uint8Array {
  if (description === null) throw new Error('the encoder did not describe its stream')
  return description
}
