import { describe, expect, test } from 'vitest'
import { toResponseBody } from '#worker/backend/data/request/response-body.ts'
import { redact } from '#worker/backend/data/request/secrets.ts'

const VALUE = `k/<&"'é 5ecret+`
const SECRETS = { key: { value: VALUE, hosts: ['api.example'] } }
const clean = (text: string) => redact(text, ['key'], SECRETS)
const respond = (text: string, type: string) =>
  toResponseBody(new TextEncoder().encode(text), new Headers({ 'content-type': type }), clean).body

const escaped = (code: (character: string) => string) => [...VALUE].map(code).join('')
const hex = (character: string) => character.charCodeAt(0).toString(16)

describe('redaction of secrets', () => {
  test.each([
    ['verbatim', VALUE],
    ['in JSON', JSON.stringify(VALUE).slice(1, -1)],
    ['in nested JSON', JSON.stringify(JSON.stringify(VALUE)).slice(3, -3)],
    ['in JSON with escaped slashes', JSON.stringify(VALUE).slice(1, -1).replaceAll('/', '\\/')],
    ['in HTML-safe JSON', JSON.stringify(VALUE).slice(1, -1).replaceAll('<', '\\u003C')],
    ['in Unicode escapes', escaped((character) => `\\u${hex(character).padStart(4, '0')}`)],
    [
      'in HTML',
      VALUE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    ],
    ['in hexadecimal HTML entities', escaped((character) => `&#x${hex(character).toUpperCase()};`)],
    ['in decimal HTML entities', escaped((character) => `&#0${character.charCodeAt(0)};`)],
    ['in a URL', encodeURIComponent(VALUE)],
    ['in a lowercase URL', encodeURIComponent(VALUE).toLowerCase()],
    ['in a form', new URLSearchParams({ VALUE }).toString().slice('VALUE='.length)],
    ['in base64', btoa(String.fromCharCode(...new TextEncoder().encode(VALUE)))],
  ])('redacts a secret %s', (_, written) => {
    expect(respond(`before ${written} after`, 'text/html')).toBe('before {{key}} after')
  })

  test.each([0, 1, 2, 3])('redacts a secret in base64 with %i preceding bytes', (before) => {
    const packed = Buffer.from('u'.repeat(before) + VALUE + ' and more').toString('base64')
    const found = respond(packed, 'text/plain') as string
    expect(found).toContain('{{key}}')
    const left = Buffer.from(found.replace('{{key}}', ''), 'base64').toString('latin1')
    expect(left).not.toContain('ecret')
  })

  test('redacts a secret in binary data', () => {
    const bytes = Buffer.from(`\0${VALUE}\0`)
    const { body } = toResponseBody(new Uint8Array(bytes), new Headers({ 'content-type': 'image/png' }), clean)
    expect(atob(body as string)).toBe('\0{{key}}\0')
  })

  test('redacts a secret in JSON names and values, however they are escaped', () => {
    const codes = escaped((character) => `\\u${hex(character).padStart(4, '0')}`)
    expect(respond(`{"${codes}":["${codes}",1,null,{"a":"say ${codes}"}]}`, 'application/json')).toEqual({
      '{{key}}': ['{{key}}', 1, null, { a: 'say {{key}}' }],
    })
  })

  test('redacts hostile input quickly', { timeout: 5_000 }, () => {
    for (const sign of ['\\', '%25', '&amp;', '&#0', '0'])
      expect(respond(sign.repeat(100_000), 'text/plain')).toBe(sign.repeat(100_000))
  })

  test('redacts nothing else', () => {
    const text = 'k/<&"\' 5ecret &amp; %20 \\u003c'
    expect(respond(text, 'text/plain')).toBe(text)
    expect(respond('{"__proto__":1,"a":[true]}', 'application/json')).toEqual(JSON.parse('{"__proto__":1,"a":[true]}'))
  })
})
