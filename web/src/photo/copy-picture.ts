/**
 * Copies a picture to the clipboard as PNG, the only supported format. Calls the clipboard immediately and supplies the
 * picture later, because some browsers copy only during the click.
 */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  const png = Promise.all([picture, import('./as-png.ts')]).then(([blob, { asPng }]) => asPng(blob))
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
}
