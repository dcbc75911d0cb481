/**
 * The file that an answer carries, whole, by the name it gives itself.
 *
 * @param onPart told how much of it is here, from 0 to 1, where the server says how long it is
 * @throws what reading a body throws when it ends too early
 */
export async function fileOf(response: Response, onPart: (part: number) => void): Promise<File> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const type = response.headers.get('content-type') ?? ''
  return new File(await partsOf(response, onPart), name === undefined ? '' : decodeURIComponent(name), { type })
}

/** The bytes of an answer, counted while they arrive. */
async function partsOf(response: Response, onPart: (part: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const total = Number(response.headers.get('content-length') ?? 0)
  const parts: Uint8Array<ArrayBuffer>[] = []
  if (response.body === null) return parts
  const reader = response.body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts
    parts.push(value)
    bytes += value.byteLength
    if (total > 0) onPart(Math.min(1, bytes / total))
  }
}
