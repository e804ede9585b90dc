import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { type Asked, readBeyond, takePassword } from './serve-remote-access.ts'

const PASSWORD = 'twelve chars'
const nothing: Asked = {
  host: undefined,
  names: [],
  passwordFile: undefined,
  password: undefined,
}

function refusalOf(asked: Partial<Asked>): string {
  try {
    readBeyond({ ...nothing, ...asked })
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-input' })
    return error instanceof Error ? error.message : ''
  }
  throw new Error('It was not refused.')
}

test('on this machine alone it takes no password, whatever stands in the environment', () => {
  for (const host of [undefined, '127.0.0.1', 'localhost']) {
    expect(readBeyond({ ...nothing, host, password: PASSWORD })).toBeUndefined()
  }
})

test('elsewhere it takes one of twelve characters, of the environment or of a file', () => {
  using folder = temporaryFolder()
  const passwordFile = join(folder.path, 'password')
  writeFileSync(passwordFile, 'of the file, whole\nand nothing else\n')
  const asked = { ...nothing, host: '0.0.0.0', password: PASSWORD }
  expect(readBeyond(asked)).toEqual({ address: '0.0.0.0', names: [], password: PASSWORD })
  expect(readBeyond({ ...asked, passwordFile })?.password).toBe('of the file, whole')
  expect(readBeyond({ ...asked, host: undefined, names: ['orrery.example:8443'] })).toEqual({
    address: '127.0.0.1',
    names: ['orrery.example:8443'],
    password: PASSWORD,
  })
})

test('what makes no sense, or lets anybody in, is refused in a sentence', () => {
  using folder = temporaryFolder()
  const passwordFile = join(folder.path, 'password')
  writeFileSync(passwordFile, '\n')
  for (const asked of [
    { host: '0.0.0.0' },
    { names: ['orrery.example'] },
    { host: '0.0.0.0', passwordFile, password: PASSWORD },
    { host: '::1', password: '' },
  ]) {
    expect(refusalOf(asked)).toContain('needs a password of 12 characters')
  }
  expect(refusalOf({ host: '192.0.2.1', password: 'eleven char' })).toContain('has 11 characters')
  expect(refusalOf({ host: 'orrery.example', password: PASSWORD })).toContain('--allow-host')
  for (const name of ['http://orrery.example', '*', '', 'a b', 'a:b', '-a']) {
    expect(refusalOf({ names: [name], password: PASSWORD })).toContain('neither')
  }
  expect(refusalOf({ passwordFile })).toContain('goes with --host')
  const missing = join(folder.path, 'missing')
  expect(refusalOf({ host: '0.0.0.0', passwordFile: missing })).toContain("can't be read")
})

test('what is started from here does not find it in the environment', () => {
  const env = { ORRERY_PASSWORD: PASSWORD, HOME: '/home/somebody' }
  expect([takePassword(env), env]).toEqual([PASSWORD, { HOME: '/home/somebody' }])
})
