import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { addressKind } from './address-kind.ts'

test.each([
  ['93.184.215.14', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 'public'],
  ['::ffff:93.184.215.14', 'public'],
  ['64:ff9b::5db8:d70e', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::1', 'loopback'],
  ['::', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['169.254.169.254', 'link-local'],
  ['::ffff:a9fe:a9fe', 'link-local'],
  ['64:ff9b::a9fe:a9fe', 'link-local'],
  ['100.100.100.200', 'link-local'],
  ['168.63.129.16', 'link-local'],
  ['fd00:ec2::254', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['224.0.0.251', 'private'],
  ['255.255.255.255', 'private'],
  ['fc00::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['ff02::fb', 'private'],
  ['2002:a01:203::1', 'private'],
  ['::10.1.2.3', 'private'],
  ['64:ff9b::a01:203', 'private'],
])('%s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind)
})

test("this machine's own addresses are never public", () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  expect(own.map(({ address }) => addressKind(address))).not.toContain('public')
})
