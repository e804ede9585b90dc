import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'

/** Keeps provider keys. What it keeps is never logged, exported or sent to a window. */
export interface SecretStore {
  /** Where secrets are kept, as a person would say it. */
  readonly description: string
  find(name: string): Promise<string | undefined>
  /** What is kept when it is first asked: one reading, however many secrets are looked for. */
  readOnce(): Pick<SecretStore, 'find'>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** How secrets are made unreadable: by the system's keychain, or by a key in a file. */
export interface Cipher {
  /** Of letters alone: secrets are kept apart by it, for no cipher can read another's. */
  readonly name: string
  readonly description: string
  encrypt(text: string): Promise<Uint8Array>
  decrypt(bytes: Uint8Array): Promise<string>
}

const EncryptedSecrets = z.record(z.string(), z.base64())
type EncryptedSecrets = z.infer<typeof EncryptedSecrets>

const OWNER_ONLY = 0o600
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Secrets in a file of the data folder, each encrypted by `cipher`. Each cipher has a file of its own:
 * what the window's keychain keeps is not there for a shell that cannot open it, and stays as it is.
 */
export function openSecretStore(dataDir: string, cipher: Cipher): SecretStore {
  const path = join(dataDir, `secrets.${cipher.name}.json`)
  let writing: Promise<void> = Promise.resolve()

  async function change(apply: (kept: EncryptedSecrets) => unknown): Promise<void> {
    const kept = await readEncrypted(path)
    await apply(kept)
    await writePrivately(path, JSON.stringify(kept))
  }
  function changeInTurn(apply: (kept: EncryptedSecrets) => unknown): Promise<void> {
    const changed = writing.then(() => change(apply))
    // Whoever asked is told of a failure; the next one in turn is not held up by it.
    writing = changed.catch(() => undefined)
    return changed
  }

  async function findIn(
    kept: Promise<EncryptedSecrets>,
    name: string,
  ): Promise<string | undefined> {
    const sealed = (await kept)[name]
    return sealed === undefined ? undefined : open(cipher, name, Buffer.from(sealed, 'base64'))
  }

  return {
    description: cipher.description,
    find: (name) => findIn(readEncrypted(path), name),
    readOnce: () => {
      let kept: Promise<EncryptedSecrets> | undefined
      return {
        find: (name) => {
          kept ??= readEncrypted(path)
          return findIn(kept, name)
        },
      }
    },
    set: (name, value) =>
      changeInTurn(async (kept) => {
        kept[name] = Buffer.from(await cipher.encrypt(value)).toString('base64')
      }),
    remove: (name) =>
      changeInTurn((kept) => {
        delete kept[name]
      }),
  }
}

/**
 * AES-256-GCM with a key in `secrets.key` beside the secrets: as safe as the account's files are. The
 * key is made when something is first encrypted; one thing is encrypted at a time.
 */
export function fileCipher(dataDir: string): Cipher {
  const path = join(dataDir, 'secrets.key')
  return {
    name: 'file',
    description:
      'An encrypted file in the data folder. Its key lies beside it, so whoever can read your files can read it.',
    encrypt: async (text) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', await readOrMakeKey(path), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    decrypt: async (bytes) => {
      const iv = bytes.subarray(0, IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', await readFile(path), iv)
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
      return Buffer.concat(text).toString('utf8')
    },
  }
}

async function open(cipher: Cipher, name: string, sealed: Uint8Array): Promise<string> {
  try {
    return await cipher.decrypt(sealed)
  } catch (cause) {
    const message = `The stored key of ${name} can't be decrypted any more. Enter it again.`
    throw new AppError('unavailable', message, { cause })
  }
}

async function readEncrypted(path: string): Promise<EncryptedSecrets> {
  const text = await readIfThere(path)
  if (text === undefined) return {}
  try {
    return EncryptedSecrets.parse(JSON.parse(text.toString('utf8')))
  } catch (cause) {
    const message = `${path} is damaged. Delete it and enter your keys again.`
    throw new AppError('unavailable', message, { cause })
  }
}

async function readOrMakeKey(path: string): Promise<Uint8Array> {
  const found = await readIfThere(path)
  if (found?.length === KEY_BYTES) return found
  const key = randomBytes(KEY_BYTES)
  await writePrivately(path, key)
  return key
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function writePrivately(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.new`
  await writeFile(temporary, content, { mode: OWNER_ONLY, flush: true })
  await chmod(temporary, OWNER_ONLY)
  await rename(temporary, path)
}
