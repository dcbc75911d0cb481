/**
 * Puts a picture on the clipboard, as PNG because nothing else is taken there. The clipboard is asked at once and gets
 * the picture later: some browsers only copy inside the click.
 */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  const png = Promise.all([picture, import('./as-png.ts')]).then(([blob, { asPng }]) => asPng(blob))
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
}
