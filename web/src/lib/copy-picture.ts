/**
 * Puts a picture on the clipboard, as PNG because nothing else is taken there. The clipboard is asked at once and gets
 * the picture later: some browsers only copy inside the click.
 */
export function copyPicture(picture: Promise<Blob>): Promise<void> {
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': picture.then(asPng) })])
}

async function asPng(picture: Blob): Promise<Blob> {
  if (picture.type === 'image/png') return picture
  const bitmap = await createImageBitmap(picture)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the picture could not be converted'))), 'image/png')
  })
}
