/** The video format that story apps accept. */
export const MOVING = { width: 1080, height: 1920, seconds: 3, framesPerSecond: 30, bitsPerSecond: 8_000_000 } as const

/**
 * The MP4 codecs to try: H.264, which plays everywhere, then VP9. Neither uses B-frames; H.264 because of its profile
 * (constrained baseline).
 */
const FORMATS = [
  { codec: 'avc', full: 'avc1.42e028' },
  { codec: 'vp9', full: 'vp09.00.40.08' },
] as const

export type MovingFormat = (typeof FORMATS)[number]

/** Returns the first format that this browser can encode, or null. */
export async function movingFormat(): Promise<MovingFormat | null> {
  if (!('VideoEncoder' in globalThis) || !('OffscreenCanvas' in globalThis)) return null
  const { width, height, framesPerSecond: framerate, bitsPerSecond: bitrate } = MOVING
  for (const format of FORMATS) {
    const config = { codec: format.full, width, height, framerate, bitrate }
    const support = await VideoEncoder.isConfigSupported(config).catch(() => null)
    if (support?.supported) return format
  }
  return null
}
