/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, test } from 'vitest'
import { decodeText } from '#worker/backend/data/documents/decode-text.ts'
import { extractText } from '#worker/backend/data/documents/extract.ts'

const FILES = import.meta.glob<string>('../../fixtures/documents/pdf/*.pdf', {
  query: '?url&inline',
  import: 'default',
  eager: true,
})
const toBytes = (name: string) =>
  Uint8Array.from(atob(FILES[`../../fixtures/documents/pdf/${name}.pdf`]!.split(',')[1]!), (letter) =>
    letter.charCodeAt(0),
  )

describe('document reading in the Workers runtime', () => {
  test.each(['rc4-40', 'rc4-128', 'aes-128', 'aes-256', 'aes-256-r6'])('reads a PDF encrypted by %s', async (name) => {
    const text = await extractText({ bytes: toBytes(name), type: '', name: '', charset: null })
    expect(text).toBe('The kicker earned 12 points.\n\nSecond page.')
  })

  test.each<[string, readonly number[], string]>([
    ['windows-1252', [0x80, 0x20, 0xe4, 0x93, 0x94], '€ ä“”'],
    ['iso-8859-1', [0x80, 0xe4], '€ä'],
    ['koi8-r', [0xf0, 0xd2, 0xc9], 'При'],
    ['windows-1251', [0xcf, 0xf0, 0xe8], 'При'],
    ['shift_jis', [0x96, 0xbc, 0x91, 0x4f], '名前'],
    ['gb18030', [0xd0, 0xd5, 0xc3, 0xfb], '姓名'],
    ['big5', [0xa9, 0x6d, 0xa6, 0x57], '姓名'],
    ['euc-kr', [0xc0, 0xcc, 0xb8, 0xa7], '이름'],
    ['macintosh', [0x8a], 'ä'],
  ])('decodes %s', (charset, bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes), { charset })).toBe(text)
  })

  test('guesses the encoding of a table without a charset', () => {
    const csv = [...'Name;Stadt;Betrag\nM\xfcller;K\xf6ln;12 \x80\n'].map((letter) => letter.charCodeAt(0))
    expect(decodeText(Uint8Array.from(csv), { charset: null })).toBe('Name;Stadt;Betrag\nMüller;Köln;12 €\n')
  })
})
