import sharp from 'sharp'

/** Extracts the photo from a form body; it is the form's last field. */
export const extractPhoto = (body: Buffer): Buffer => body.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff])))

/** Returns the dominant color of a pixel, located by fractions of width and height. */
export async function mainColorAt(jpeg: Buffer, x: number, y: number): Promise<'red' | 'blue' | number[]> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const at = Math.floor(y * info.height) * info.width + Math.floor(x * info.width)
  const [red, , blue] = data.subarray(at * info.channels, at * info.channels + 3) as unknown as [number, number, number]
  if (red > 150 && blue < 90) return 'red'
  if (blue > 150 && red < 90) return 'blue'
  return [...data.subarray(at * info.channels, at * info.channels + 3)]
}
