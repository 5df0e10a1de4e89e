// Which addresses are no public hosts.
import { describe, expect, it } from 'vitest'
import { isSpecialAddress, isSpecialHost } from '../../../src/shared/http/special-address.ts'

describe('addresses', () => {
  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '198.19.0.1',
    ],
    ...[
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      'fe80::1%eth0',
    ],
    ...['fc00::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '2001::1', 'nonsense', ''],
  ])('[CB-53] %s is no public address', (address) => {
    expect(isSpecialAddress(address)).toBe(true)
  })

  it.each([
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '198.20.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
  ])('[CB-53] %s is a public address', (address) => {
    expect(isSpecialAddress(address)).toBe(false)
  })

  it('[CB-53] a name that is none in public is none, whatever it leads to', () => {
    for (const name of ['localhost', 'printer', 'a.local', 'A.LOCALHOST.', '10.0.0.1', '[::1]', '[::ffff:a00:1]'])
      expect(isSpecialHost(name)).toBe(true)
    expect([isSpecialHost('shop.com'), isSpecialHost('[2606:4700::1111]')]).toEqual([false, false])
  })
})
