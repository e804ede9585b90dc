import { Settings } from '#shared/settings/settings.ts'
import { Providers } from '../../core/providers/registry/providers.ts'
import { systemClock } from '../../core/runtime/clock.ts'
import { fileCipher, openSecretStore } from '../../core/secrets/secret-encryption.ts'
import { hasStore } from '../../core/store/opening/open-database.ts'
import { openStore } from '../../core/store/store.ts'

/** The providers as a data folder and the environment have them, for commands that only read. */
export async function openProviders(dataDir: string): Promise<Providers> {
  const settings = await readSettings(dataDir)
  return new Providers({
    secrets: openSecretStore(dataDir, fileCipher(dataDir)),
    env: process.env,
    readSettings: () => settings,
  })
}

async function readSettings(dataDir: string): Promise<Settings> {
  if (!hasStore(dataDir)) return Settings.parse({})
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'reader' })
  return store.settings.read()
}
