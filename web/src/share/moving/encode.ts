import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, Quality } from 'mediabunny'
import { MOVING, type MovingFormat } from './moving-format.ts'

/** Lets a player seek to each second. */
const KEY_INTERVAL_SECONDS = 1

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
 * Encodes frames of one canvas as a video that plays while it loads.
 *
 * @returns an MP4
 * @throws the signal's reason when aborted, else the encoder's error
 */
export async function encodeFrames({ format, canvas, paint, frames, onProgress, signal }: Encoding): Promise<Blob> {
  const { framesPerSecond, bitsPerSecond } = MOVING
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new CanvasSource(canvas, {
    codec: format.codec,
    fullCodecString: format.full,
    quality: new Quality({ bitrate: bitsPerSecond }),
    keyFrameInterval: KEY_INTERVAL_SECONDS,
  })
  output.addVideoTrack(video, { frameRate: framesPerSecond })
  // Canceling also ends the wait for a busy encoder.
  const cancel = () => void output.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    await output.start()
    for (let i = 0; i < frames; i++) {
      paint(i)
      await video.add(i / framesPerSecond, 1 / framesPerSecond)
      onProgress((i + 1) / frames)
      // Yields, so that the page stays responsive.
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
    }
    await output.finalize()
  } catch (thrown) {
    await output.cancel()
    signal.throwIfAborted()
    throw thrown
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  return new Blob([target.buffer!], { type: 'video/mp4' })
}
