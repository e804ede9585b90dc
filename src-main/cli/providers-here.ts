import { Settings } from '#shared/settings.ts'
import { systemClock } from '../core/clock.ts'
import { hasStore } from '../core/log/open-database.ts'
import { openStore } from '../core/log/store.ts'
import { Providers } from '../core/providers/providers.ts'
import { fileCipher, openSecretStore } from '../core/secrets.ts'

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
