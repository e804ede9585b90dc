import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cipher, fileCipher, openSecretStore } from './secret-encryption.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a key is kept encrypted, in files of its owner alone, until it is removed', async () => {
  const store = openSecretStore(folder, fileCipher(folder))
  await Promise.all([store.set('openai', 'sk-secret'), store.set('anthropic', 'sk-other')])
  expect(readFileSync(join(folder, 'secrets.file.json'), 'utf8')).not.toContain('sk-')
  for (const name of ['secrets.file.json', 'secrets.key']) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
  const reopened = openSecretStore(folder, fileCipher(folder))
  expect(await reopened.find('openai')).toBe('sk-secret')
  await reopened.remove('openai')
  expect(await store.find('openai')).toBeUndefined()
  expect(await store.find('anthropic')).toBe('sk-other')
})

test('one reading tells what was kept when it was first asked', async () => {
  const store = openSecretStore(folder, fileCipher(folder))
  const reading = store.readOnce()
  await store.set('openai', 'sk-secret')
  expect(await reading.find('openai')).toBe('sk-secret')
  await store.set('anthropic', 'sk-other')
  expect(await reading.find('anthropic')).toBeUndefined()
  expect(await store.readOnce().find('anthropic')).toBe('sk-other')
})

test('what was changed or lost its key is said, not guessed', async () => {
  const store = openSecretStore(folder, fileCipher(folder))
  await store.set('openai', 'sk-secret')
  rmSync(join(folder, 'secrets.key'))
  await expect(store.find('openai')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Enter it again'),
  })
  writeFileSync(join(folder, 'secrets.file.json'), '{')
  await expect(store.find('openai')).rejects.toMatchObject({ code: 'unavailable' })
})

test('what another cipher keeps is absent, and left as it is', async () => {
  const keychain: Cipher = {
    name: 'keychain',
    description: 'A keychain.',
    encrypt: async (text) => Buffer.from(text).reverse(),
    decrypt: async (bytes) => Buffer.from(bytes).reverse().toString(),
  }
  const [own, other] = [fileCipher(folder), keychain].map((cipher) =>
    openSecretStore(folder, cipher),
  )
  await other?.set('openai', 'in the keychain')
  expect(await own?.find('openai')).toBeUndefined()
  await own?.set('openai', 'in the file')
  await own?.remove('openai')
  expect(await other?.find('openai')).toBe('in the keychain')
})
