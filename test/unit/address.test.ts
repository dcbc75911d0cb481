import { describe, expect, test } from 'vitest'
import { addressOf, browserFamilyOf } from '#worker/http/address.ts'

const from = (address: string) => addressOf(new Headers({ 'cf-connecting-ip': address }))

describe('the address of a caller', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:1203:3:4:5:6', '2001:db8:1:1200'],
    ['2001:DB8:1:12fe::1', '2001:db8:1:1200'],
    ['2001:db8:1:1300::1', '2001:db8:1:1300'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:0db8:0001:0102::', '2001:db8:1:100'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.10', '203.0.113.10'],
  ])('%s counts as %s', (address, network) => expect(from(address)).toBe(network))

  test('tells two people behind one address apart by their browser’s family only', () => {
    const family = (agent: string) => browserFamilyOf(new Headers({ 'user-agent': agent }))
    expect(family('Mozilla/5.0 (X11) Chrome/140.0 Safari/537.36')).toBe('Chrome')
    expect(family('Mozilla/5.0 (X11) Chrome/141.0 Safari/537.36')).toBe('Chrome')
    expect(family('Mozilla/5.0 (X11) Chrome/141.0 Safari/537.36 Edg/141')).toBe('Edg')
    expect(family('curl/8.0')).toBe('other')
  })
})
