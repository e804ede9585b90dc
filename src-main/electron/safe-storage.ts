import { safeStorage } from 'electron'
import { AppError } from '#shared/error.ts'
import type { Cipher } from '../core/secrets.ts'

const places: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Encrypted with a key in the macOS keychain.',
  win32: 'Encrypted for your Windows account.',
}

/** The system's own keychain. */
export function safeStorageCipher(): Cipher {
  return {
    name: 'keychain',
    description: places[process.platform] ?? 'Encrypted with a key in the system’s keyring.',
    encrypt: async (text) => {
      await checkAvailable()
      return safeStorage.encryptStringAsync(text)
    },
    decrypt: async (bytes) => {
      await checkAvailable()
      return (await safeStorage.decryptStringAsync(Buffer.from(bytes))).result
    },
  }
}

async function checkAvailable(): Promise<void> {
  if (await safeStorage.isAsyncEncryptionAvailable()) return
  const message =
    'The system’s keyring is locked or missing. Unlock it, or set the key in the environment.'
  throw new AppError('unavailable', message)
}
