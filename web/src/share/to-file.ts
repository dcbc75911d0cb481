/**
 * Reads a response into a file, named by its `Content-Disposition`.
 *
 * @param onPart called with the progress from 0 to 1, if the response has a `Content-Length`
 * @throws when the body ends too early
 */
export async function toFile(response: Response, onPart: (part: number) => void): Promise<File> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const type = response.headers.get('content-type') ?? ''
  return new File(await readParts(response, onPart), name === undefined ? '' : decodeURIComponent(name), { type })
}

/** Reads a response's body and reports progress. */
async function readParts(response: Response, onPart: (part: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
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
