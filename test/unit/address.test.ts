import { describe, expect, test } from 'vitest'
import { getBrowserFamily, getClientAddress } from '#worker/http/address.ts'

const from = (address: string) => getClientAddress(new Headers({ 'cf-connecting-ip': address }))

describe('getClientAddress', () => {
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
  ])('groups %s into the network %s', (address, network) => expect(from(address)).toBe(network))

  test('distinguishes two visitors behind one IP address only by browser family', () => {
    const family = (agent: string) => getBrowserFamily(new Headers({ 'user-agent': agent }))
    expect(family('Mozilla/5.0 (X11) Chrome/140.0 Safari/537.36')).toBe('Chrome')
    expect(family('Mozilla/5.0 (X11) Chrome/141.0 Safari/537.36')).toBe('Chrome')
    expect(family('Mozilla/5.0 (X11) Chrome/141.0 Safari/537.36 Edg/141')).toBe('Edg')
    expect(family('curl/8.0')).toBe('other')
  })
})
