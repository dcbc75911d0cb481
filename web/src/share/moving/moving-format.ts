/** A moving card as apps for stories take it. */
export const MOVING = { width: 1080, height: 1920, seconds: 3, framesPerSecond: 30, bitsPerSecond: 8_000_000 } as const

/**
 * The formats that a device may encode, in MP4: H.264 plays everywhere, VP9 where the first cannot be encoded. Both
 * without frames that are decoded in another order than they are shown: the first by its profile (constrained
 * baseline).
 */
const FORMATS = [
  { codec: 'avc', full: 'avc1.42e028' },
  { codec: 'vp9', full: 'vp09.00.40.08' },
] as const

export type MovingFormat = (typeof FORMATS)[number]

/** The first format that this browser encodes, or null where it encodes none. */
export async function movingFormat(): Promise<MovingFormat | null> {
  if (!('VideoEncoder' in globalThis) || !('OffscreenCanvas' in globalThis)) return null
  const { width, height, framesPerSecond: framerate, bitsPerSecond: bitrate } = MOVING
  for (const format of FORMATS) {
    const config = { codec: format.full, width, height, framerate, bitrate }
    const answer = await VideoEncoder.isConfigSupported(config).catch(() => null)
    if (answer?.supported) return format
  }
  return null
}
