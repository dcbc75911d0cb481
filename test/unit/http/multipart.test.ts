import { Busboy } from '@fastify/busboy'
import { describe, expect, test } from 'vitest'
import { getBoundary, MalformedForm, readMultipart } from '#worker/http/multipart.ts'
import { findOffenders } from '../../support/offenders.ts'

type Read = { name: string; isFile: boolean; type: string; bytes: number[] }

const encode = (text: string) => new TextEncoder().encode(text)

/** Returns `bytes` in chunks with lengths from `size`. */
function toChunks(bytes: Uint8Array, size: () => number): () => Promise<Uint8Array | null> {
  let at = 0
  return async () => {
    if (at >= bytes.length) return null
    const piece = bytes.slice(at, at + size())
    at += piece.length
    return piece
  }
}

async function read(bytes: Uint8Array, boundary: string, size: () => number): Promise<Read[]> {
  const parts: Read[] = []
  for await (const { name, isFile, type, body } of readMultipart(toChunks(bytes, size), boundary)) {
    const content: number[] = []
    for await (const chunk of body) content.push(...chunk)
    parts.push({ name, isFile, type, bytes: content })
  }
  return parts
}

/** Parses the same form with another parser. */
function readByBusboy(bytes: Uint8Array, contentType: string): Promise<Pick<Read, 'name' | 'isFile' | 'bytes'>[]> {
  return new Promise((resolve, reject) => {
    const parts: Pick<Read, 'name' | 'isFile' | 'bytes'>[] = []
    const form = new Busboy({ headers: { 'content-type': contentType } })
    form.on('field', (name, value) => parts.push({ name, isFile: false, bytes: [...encode(value)] }))
    form.on('file', (name, stream) => {
      const part = { name, isFile: true, bytes: [] as number[] }
      parts.push(part)
      stream.on('data', (chunk: Uint8Array) => part.bytes.push(...chunk))
    })
    form.on('finish', () => resolve(parts))
    form.on('error', reject)
    form.end(bytes)
  })
}

/** A seeded random number generator (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Bytes that nearly match the delimiter. */
function teasing(random: (below: number) => number, boundary: string): Uint8Array {
  const scraps = ['\r', '\n', '\r\n', '--', '\r\n--', `\r\n--${boundary.slice(0, -1)}`, 'x', '\0', '\r\n\r\n', boundary]
  const text = Array.from({ length: random(40) }, () => scraps[random(scraps.length)]!).join('')
  return encode(text.replaceAll(`\r\n--${boundary}`, 'x'))
}

describe('a form', () => {
  test('parses a form identically in any chunks, like another parser', async () => {
    const check = async (seed: number) => {
      const random = createRandom(seed)
      const boundary = 'abc'
      const form = [
        `--${boundary}\r\ncontent-disposition: form-data; name="path"\r\n\r\na/ü.jpg`,
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="; name=path"\r\nContent-Type: image/png\r\n\r\n`,
      ]
      if (random(2) === 0) form.reverse()
      const content = teasing(random, boundary)
      const pieces = form.flatMap((text) => [
        encode(text),
        ...(text.includes('image/png') ? [content] : []),
        encode('\r\n'),
      ])
      const bytes = Uint8Array.from([...pieces, encode(`--${boundary}--\r\nthe end`)].flatMap((piece) => [...piece]))

      const whole = await read(bytes, boundary, () => bytes.length)
      expect(whole).toContainEqual({ name: 'file', isFile: true, type: 'image/png', bytes: [...content] })
      expect(whole).toContainEqual({ name: 'path', isFile: false, type: '', bytes: [...encode('a/ü.jpg')] })
      expect(await read(bytes, boundary, () => 1)).toEqual(whole)
      expect(await read(bytes, boundary, () => 1 + random(20))).toEqual(whole)
      expect(await readByBusboy(bytes, `multipart/form-data; boundary=${boundary}`)).toEqual(
        whole.map(({ name, isFile, bytes: content }) => ({ name, isFile, bytes: content })),
      )
    }
    expect(await findOffenders(Array(150).keys(), (seed) => `seed ${seed}`, check)).toEqual([])
  })

  test('parses a form written by the platform', async () => {
    const form = new FormData()
    form.set('options', '{"upsert":true}')
    form.set('file', new File(['x\r\n--y'], 'a "b".png', { type: 'image/png' }))
    form.set('path', '')
    const written = new Response(form)
    const boundary = getBoundary(written.headers.get('content-type')!)!
    expect(await read(new Uint8Array(await written.arrayBuffer()), boundary, () => 7)).toEqual([
      { name: 'options', isFile: false, type: '', bytes: [...encode('{"upsert":true}')] },
      { name: 'file', isFile: true, type: 'image/png', bytes: [...encode('x\r\n--y')] },
      { name: 'path', isFile: false, type: '', bytes: [] },
    ])
  })

  test('skips an unread part and continues with the next', async () => {
    const bytes = encode('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nlong\r\n--b\r\n\r\nrest\r\n--b--')
    const names: string[] = []
    for await (const { name } of readMultipart(
      toChunks(bytes, () => 3),
      'b',
    ))
      names.push(name)
    expect(names).toEqual(['a', ''])
  })

  const GOOD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nwords\r\n--b--'
  test('reports a form truncated anywhere as malformed', async () => {
    const check = (length: number) =>
      expect(read(encode(GOOD.slice(0, length)), 'b', () => 4)).rejects.toThrow(MalformedForm)
    expect(await findOffenders(Array(GOOD.length).keys(), (length) => `after ${length} bytes`, check)).toEqual([])
  })

  test('reports a form with an endless header as malformed', async () => {
    const bytes = encode(`--b\r\nx: ${'y'.repeat(20_000)}\r\n\r\n\r\n--b--`)
    await expect(read(bytes, 'b', () => 1000)).rejects.toThrow(MalformedForm)
  })
})

test('reads nothing more from the sender before the last chunk is stored', async () => {
  let given = 0
  const next = async () => {
    given++
    return given === 1
      ? encode('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n')
      : encode('x'.repeat(1000))
  }
  for await (const { body } of readMultipart(next, 'b')) {
    for await (const _ of body) {
      const before = given
      await new Promise((resolve) => setImmediate(resolve))
      expect(given).toBe(before)
      if (given > 5) return
    }
  }
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; Boundary="a b"', 'a b'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
  ['multipart/mixed; boundary=abc', null],
  ['application/json', null],
  ['', null],
])('parses the boundary of %j as %j', (type, boundary) => expect(getBoundary(type)).toBe(boundary))
