import { readFile } from 'node:fs/promises'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { AppError } from '#shared/error.ts'
import { WorkerCalls } from '../worker-entry.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Trusts whom Node trusts, whom the system trusts, and those in `extraPath` (`NODE_EXTRA_CA_CERTS`). */
export async function openSecureContext(extraPath: string | undefined): Promise<SecureContext> {
  const [system, extra] = await Promise.all([readSystem(), readExtra(extraPath)])
  const all = [...getCACertificates('default'), ...system, ...extra]
  // Most are in more than one of these stores, and each costs time.
  const byContent = new Map(all.map((text) => [text.replaceAll(/\s/g, ''), text]))
  return createSecureContext({ ca: [...byContent.values()] })
}

async function readSystem(): Promise<readonly string[]> {
  await using worker = new WorkerCalls<undefined, string[]>({
    from: import.meta.url,
    name: 'certificates',
  })
  return await worker.call(undefined)
}

async function readExtra(path: string | undefined): Promise<readonly string[]> {
  if (!path) return []
  try {
    return (await readFile(path, 'utf8')).match(CERTIFICATE) ?? []
  } catch (cause) {
    const message = `The certificates named by NODE_EXTRA_CA_CERTS can't be read: ${path}. Correct it, or unset it.`
    throw new AppError('unavailable', message, { cause })
  }
}
