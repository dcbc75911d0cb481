import { expect, test } from 'vitest'
import { getDeclaredEncoding } from '#worker/backend/data/documents/decode-text.ts'
import { extractText } from '#worker/backend/data/documents/extract.ts'
import { detectKind } from '#worker/backend/data/documents/kind.ts'

const FIFTH = 190_000
const toBytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => extractText({ bytes: toBytes(text), type: 'text/plain', name: '', charset: null })

/** @param seconds CPU seconds of this process */
function withinSeconds(seconds: number): Disposable {
  const began = process.cpuUsage().user
  return { [Symbol.dispose]: () => expect(process.cpuUsage().user - began).toBeLessThan(seconds * 1e6) }
}

test('trims trailing spaces, and collapses empty lines', async () => {
  expect(await read(' a  b \t\r\n\u00a0\n \n\nc\u2003\n')).toBe('a  b\n\nc')
})

test.each([
  ['in the middle of a line', `a${' '.repeat(5 * FIFTH)}b`, 5 * FIFTH + 2],
  ['at the end of a line', `a${' \t'.repeat(2 * FIFTH)}\nb`, 3],
  ['on separate lines', `a${' \n'.repeat(2 * FIFTH)}b`, 4],
])('reads a megabyte of spaces %s quickly', async (_, text, length) => {
  using _time = withinSeconds(3)
  expect((await read(text)).length).toBe(length)
})

test.each([
  ['unclosed comments', { head: '<!---->'.repeat(140), name: '' }, 'text'],
  ['a name of question marks', { head: 'x', name: `${'?'.repeat(200_000)}\n` }, 'text'],
  ['a page after comments', { head: '<!-- > --> <!---->\n<html>', name: '' }, 'html'],
])('detects %s quickly', (_, { head, name }, kind) => {
  using _time = withinSeconds(1)
  expect(detectKind({ bytes: toBytes(head), type: '', name })).toBe(kind)
})

test('finds the charset of a page quickly, quoted or unquoted', () => {
  using _time = withinSeconds(0.5)
  const find = (html: string) => getDeclaredEncoding(toBytes(html), { charset: null, isPage: true })
  expect(find(`${'<meta'.repeat(200)} charset=${' '.repeat(1000)}`)).toBeNull()
  expect(find('<meta charset = " latin1">')).toBe('windows-1252')
  expect(find('<meta charset=utf-16>')).toBe('utf-8')
})
