import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ForkedHost } from './forked-host.ts'

/** Trusts everything that the session's project names now, its repository included. */
export async function trustAll({ client, sessionId, states }: ForkedHost): Promise<void> {
  const { projectId } = (await states()).status
  if (projectId === undefined) throw new Error('The session has no project.')
  const { startables } = await client['trust.list']({ projectId, sessionId })
  const hashes = startables.map(({ hash }) => hash)
  if (hashes.length > 0) await client['trust.grant']({ projectId, sessionId, hashes })
}

/** Adds a hook to the project's repository, trusted by the person. */
export async function addHook(host: ForkedHost, name: string, script: string): Promise<void> {
  const hook = join(host.root, '.git/hooks', name)
  writeFileSync(hook, `#!/bin/sh\n${script}\n`)
  chmodSync(hook, 0o755)
  await trustAll(host)
}
