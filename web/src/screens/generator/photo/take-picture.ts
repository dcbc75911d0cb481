const JPEG_QUALITY = 0.95

/**
 * All that a camera sees just now, in all its pixels and not mirrored, as if it had been chosen as a file.
 *
 * @throws DOMException when there is no picture yet or the browser cannot encode one
 */
export async function takePicture(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!picture || video.videoWidth === 0) throw new DOMException('no picture', 'InvalidStateError')
  return new File([picture], 'selfie.jpg', { type: 'image/jpeg' })
}
