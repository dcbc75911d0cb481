import { expect, test } from 'vitest'
import { statedEncoding } from '#worker/backend/data/documents/decode-text.ts'
import { extractText } from '#worker/backend/data/documents/extract.ts'
import { kindOf } from '#worker/backend/data/documents/kind.ts'

const FIFTH = 190_000
const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => extractText({ bytes: bytesOf(text), type: 'text/plain', name: '', charset: null })

/** @param seconds of this process alone, since the machine has others to serve */
function withinSeconds(seconds: number): Disposable {
  const began = process.cpuUsage().user
  return { [Symbol.dispose]: () => expect(process.cpuUsage().user - began).toBeLessThan(seconds * 1e6) }
}

test('blanks at the ends of lines go, and more than one empty line', async () => {
  expect(await read(' a  b \t\r\n\u00a0\n \n\nc\u2003\n')).toBe('a  b\n\nc')
})

test.each([
  ['in the middle of a line', `a${' '.repeat(5 * FIFTH)}b`, 5 * FIFTH + 2],
  ['at the end of one', `a${' \t'.repeat(2 * FIFTH)}\nb`, 3],
  ['in lines of their own', `a${' \n'.repeat(2 * FIFTH)}b`, 4],
])('a megabyte of blanks %s is read in a moment', async (_, text, length) => {
  using _time = withinSeconds(3)
  expect((await read(text)).length).toBe(length)
})

test.each([
  ['remarks without end', { head: '<!---->'.repeat(140), name: '' }, 'text'],
  ['a name of question marks', { head: 'x', name: `${'?'.repeat(200_000)}\n` }, 'text'],
  ['a page behind remarks', { head: '<!-- > --> <!---->\n<html>', name: '' }, 'html'],
])('%s are told for what they are in a moment', (_, { head, name }, kind) => {
  using _time = withinSeconds(1)
  expect(kindOf({ bytes: bytesOf(head), type: '', name })).toBe(kind)
})

test('the charset of a page is looked for in a moment, and found behind a quote or none', () => {
  using _time = withinSeconds(0.5)
  const find = (html: string) => statedEncoding(bytesOf(html), { charset: null, isPage: true })
  expect(find(`${'<meta'.repeat(200)} charset=${' '.repeat(1000)}`)).toBeNull()
  expect(find('<meta charset = " latin1">')).toBe('windows-1252')
  expect(find('<meta charset=utf-16>')).toBe('utf-8')
})
