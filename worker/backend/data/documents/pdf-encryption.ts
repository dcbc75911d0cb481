import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { AppError } from '#shared/client/errors.ts'
import { type PdfValue, readPdfValue } from './pdf-objects.ts'

/** Decrypts a stream of an object. */
export type Decrypt = (stream: Uint8Array, object: number, generation: number) => Uint8Array

const LOCKED = 'This PDF is protected with a password. Save a copy without one and try again.'
const locked = () => new AppError('DOCUMENT_UNREADABLE', LOCKED)
const refuse = () => new AppError('DOCUMENT_UNREADABLE')

const ENCRYPT = /\/Encrypt(?![^\s\0/[\]<>()%])\s*(?:(\d{1,7})\s+(\d{1,5})\s+R)?/g
const IDENTITY = /\/ID\s*(?=\[)/g
const LOOKED_AT_MAX = 100

/**
 * Reads the stream encryption of a PDF that anybody may open. Its user password is empty, and only printing or editing
 * is restricted. ISO 32000-2, 7.6
 *
 * @param text one character per byte
 * @returns null for a PDF that is not encrypted
 * @throws AppError `DOCUMENT_UNREADABLE` when it needs a password, or declares two different encryptions
 */
export function readEncryption(text: string): Decrypt | null {
  const found = [...text.matchAll(ENCRYPT)]
  if (found.length === 0) return null
  if (found.length > LOOKED_AT_MAX) throw refuse()
  const places = new Set(found.map((match) => findPlace(text, match)))
  const [at, ...others] = places
  if (at === undefined || others.length > 0) throw refuse()
  const settings = readPdfValue(text, at)
  if (settings?.kind !== 'dictionary') throw refuse()
  return decryptBy(settings.entries, firstId(text))
}

/** Returns the position of the encryption dictionary: inline, or in an object that must be unique. */
function findPlace(text: string, { index, 0: key, 1: number, 2: generation }: RegExpExecArray): number {
  if (number === undefined) return index + key.length
  const definitions = [...text.matchAll(new RegExp(`(?<!\\d)${number}\\s+${generation}\\s+obj`, 'g'))]
  const [one] = definitions
  if (one === undefined || definitions.length > 1) throw refuse()
  return one.index + one[0].length
}

function firstId(text: string): Buffer {
  const ids = new Set<string>()
  let seen = 0
  for (const { index, 0: key } of text.matchAll(IDENTITY)) {
    if (++seen > LOOKED_AT_MAX) throw refuse()
    const list = readPdfValue(text, index + key.length)
    const first = list?.kind === 'list' ? list.items[0] : undefined
    if (first?.kind === 'string') ids.add(first.text)
    if (ids.size > 1) throw refuse()
  }
  return latin1([...ids][0] ?? '')
}

type Entries = ReadonlyMap<string, PdfValue>

const latin1 = (text: string): Buffer => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const getText = (value: PdfValue | undefined): string => (value && 'text' in value ? value.text : '')
const bytesAt = (entries: Entries, key: string): Buffer => latin1(getText(entries.get(key)))
const numberAt = (entries: Entries, key: string, fallback: number): number => {
  const number = Number.parseInt(getText(entries.get(key)), 10)
  return Number.isNaN(number) ? fallback : number
}

type Buffer = Uint8Array<ArrayBuffer>
type Method = 'rc4' | 'aes' | 'none'

function decryptBy(entries: Entries, id: Buffer): Decrypt {
  if (getText(entries.get('Filter')) !== 'Standard') throw locked()
  const version = numberAt(entries, 'V', 0)
  const method = getMethod(entries, version)
  if (version === 5) {
    const key = longKey(entries)
    return (stream) => (method === 'none' ? stream : aes(stream, key))
  }
  const key = shortKey(entries, id, version)
  return (stream, object, generation) => {
    if (method === 'none') return stream
    const salt = method === 'aes' ? latin1('sAlT') : new Uint8Array()
    const place = [object, object >> 8, object >> 16, generation, generation >> 8].map((byte) => byte & 255)
    const own = digest('md5', key, Uint8Array.from(place), salt).subarray(0, Math.min(16, key.length + 5))
    return method === 'aes' ? aes(stream, own) : rc4(stream, own)
  }
}

function getMethod(entries: Entries, version: number): Method {
  if (version === 1 || version === 2) return 'rc4'
  if (version !== 4 && version !== 5) throw refuse()
  const name = getText(entries.get('StmF')) || 'Identity'
  const filters = entries.get('CF')
  const filter = filters?.kind === 'dictionary' ? filters.entries.get(name) : undefined
  const method = filter?.kind === 'dictionary' ? getText(filter.entries.get('CFM')) : 'None'
  if (name === 'Identity' || method === 'None') return 'none'
  if (method === 'V2' && version === 4) return 'rc4'
  if (method === 'AESV2' || method === 'AESV3') return 'aes'
  throw refuse()
}

/** Padding for the missing characters of a password. An empty password is all padding. */
const PADDING = Uint8Array.from(
  '28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A'.match(/../g)!,
  (pair) => Number.parseInt(pair, 16),
)
const HARDENED_TIMES = 50
const CHECKED_TIMES = 20

/** Derives the key of versions 1 to 4 (algorithm 2) and checks it against the user entry (algorithms 4 and 5). */
function shortKey(entries: Entries, id: Buffer, version: number): Buffer {
  const revision = numberAt(entries, 'R', 2)
  const length = version === 1 ? 5 : version === 4 ? 16 : numberAt(entries, 'Length', 40) / 8
  if (!Number.isInteger(length) || length < 5 || length > 16) throw refuse()
  const rights = new Uint8Array(new Int32Array([numberAt(entries, 'P', 0)]).buffer)
  const isMetadataOpen = revision >= 4 && getText(entries.get('EncryptMetadata')) === 'false'
  const owner = bytesAt(entries, 'O').slice(0, 32)
  let key = digest('md5', PADDING, owner, rights, id, new Uint8Array(isMetadataOpen ? 4 : 0).fill(255))
  if (revision >= 3) for (let i = 0; i < HARDENED_TIMES; i++) key = digest('md5', key.subarray(0, length))
  key = key.slice(0, length)
  let check = revision >= 3 ? digest('md5', PADDING, id) : PADDING
  for (let i = 0; i < (revision >= 3 ? CHECKED_TIMES : 1); i++)
    check = rc4(
      check,
      key.map((byte) => byte ^ i),
    )
  if (!isSame(check, bytesAt(entries, 'U').subarray(0, check.length))) throw locked()
  return key
}

/**
 * Derives the key of version 5 (algorithm 2.A). The user entry is a hash and two salts, one to check and one to unwrap.
 */
function longKey(entries: Entries): Buffer {
  const [user, wrapped] = [bytesAt(entries, 'U'), bytesAt(entries, 'UE')]
  const hash = numberAt(entries, 'R', 6) === 5 ? (salt: Buffer) => digest('sha256', salt) : hardenedHash
  if (wrapped.length < 32 || !isSame(hash(user.slice(32, 40)), user.subarray(0, 32))) throw locked()
  return aesBlocks(wrapped.slice(0, 32), hash(user.slice(40, 48)), new Uint8Array(16))
}

const ROUNDS_MIN = 64
const ROUNDS_MAX = 1000

/** Algorithm 2.B for an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let hash = digest('sha256', salt)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const block = new Uint8Array(64 * hash.length)
    for (let i = 0; i < 64; i++) block.set(hash, i * hash.length)
    const cipher = createCipheriv('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32))
    cipher.setAutoPadding(false)
    const mixed = Uint8Array.from(cipher.update(block))
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    hash = digest((['sha256', 'sha384', 'sha512'] as const)[rest]!, mixed)
    if (round >= ROUNDS_MIN - 1 && mixed.at(-1)! <= round - 31) break
  }
  return hash.slice(0, 32)
}

function digest(name: 'md5' | 'sha256' | 'sha384' | 'sha512', ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return Uint8Array.from(hash.digest())
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i])

const BLOCK_BYTES = 16

/**
 * Decrypts AES-CBC. The first block is the initialization vector. A partial last block is the line break before the
 * next keyword.
 */
function aes(stream: Uint8Array, key: Buffer): Uint8Array {
  const whole = stream.length - (stream.length % BLOCK_BYTES)
  if (whole <= BLOCK_BYTES) return new Uint8Array()
  return aesBlocks(stream.subarray(BLOCK_BYTES, whole), key, stream.subarray(0, BLOCK_BYTES))
}

function aesBlocks(blocks: Uint8Array, key: Uint8Array, vector: Uint8Array): Buffer {
  const decipher = createDecipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, vector)
  decipher.setAutoPadding(false)
  return Uint8Array.from(decipher.update(blocks))
}

/** Implements RC4: our libraries no longer have it, but old documents still use it. */
function rc4(bytes: Uint8Array, key: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const swap = (i: number, j: number) => void ([state[i], state[j]] = [state[j]!, state[i]!])
  for (let [i, j] = [0, 0]; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Uint8Array.from(bytes, (byte) => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    const swapped = state[i]!
    state[i] = state[j]!
    state[j] = swapped
    return byte ^ state[(state[i]! + swapped) & 255]!
  })
}
