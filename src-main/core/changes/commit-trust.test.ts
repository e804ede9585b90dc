import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type ForkedHost, openForkedHost } from '../../../test/support/forked-host.ts'
import { calls, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { trustAll } from '../../../test/support/trust-git.ts'

const [first, second] = ['/workspace/first.txt', '/workspace/second.txt']
const script = scriptAgents({
  'Write two files': [first, second].map((file_path) =>
    calls({ name: 'write_file', args: { file_path, content: 'one\n' } }),
  ),
})
const identity = { 'user.name': 'Somebody', 'user.email': 'somebody@example.com' }

async function openWritten(): Promise<ForkedHost> {
  const files = { 'project/readme.txt': '' }
  const host = await openForkedHost({ files, script, isGit: true, settings: identity })
  await host.prompt('Write two files')
  for (const path of [first, second]) await accept(host, path)
  return host
}

async function accept({ client, sessionId, states }: ForkedHost, path: string): Promise<void> {
  const file = (await states()).changes.files[path]
  if (!file) throw new Error(`${path} has not changed.`)
  const [before, content] = [file.base, file.now].map((one) => ({
    type: 'known' as const,
    content: one,
  }))
  if (!before || !content) throw new Error('both are there')
  const counted = { hunks: 1, added: 1, removed: 0 }
  await client['changes.accept']({ sessionId, path, seq: file.seq, before, content, ...counted })
}

async function commit({ client, sessionId }: ForkedHost, path: string): Promise<string> {
  const { head = '' } = await client['changes.previewCommit']({ sessionId })
  const made = await client['changes.commit']({ sessionId, paths: [path], message: path, head })
  return made.commit
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

function plant(host: ForkedHost, command: string): void {
  const { root } = host
  write(join(root, '.git/hooks/pre-commit'), `#!/bin/sh\n${command}\n`, 0o755)
  write(join(root, '.git/info/attributes'), '*.txt filter=own\n')
  host.git('config', 'filter.own.clean', `${command}; cat`)
}

test.skipIf(process.platform === 'win32')(
  'a commit runs hooks and filters of the repository only as they were trusted',
  { timeout: 120_000 },
  async () => {
    await using host = await openWritten()
    const { client, sessionId } = host
    const [ran, later] = [join(host.folder, 'ran'), join(host.folder, 'later')]
    plant(host, `touch ${ran}`)
    const named = /haven’t trusted: pre-commit, filter\.own\.clean\./u
    const { untrusted } = await client['changes.previewCommit']({ sessionId })
    expect(untrusted).toMatch(named)
    await expect(commit(host, first)).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringMatching(named),
    })
    expect(existsSync(ran)).toBe(false)
    await trustAll(host)
    expect(await commit(host, first)).toMatch(/^[0-9a-f]{40}$/u)
    expect(existsSync(ran)).toBe(true)
    plant(host, `touch ${later}`)
    await expect(commit(host, second)).rejects.toMatchObject({ code: 'denied' })
    expect(existsSync(later)).toBe(false)
  },
)

test.skipIf(process.platform === 'win32')(
  'a hook that a filter changes is refused before it runs',
  { timeout: 120_000 },
  async () => {
    await using host = await openWritten()
    const ran = join(host.folder, 'ran')
    plant(host, 'true')
    const hook = join(host.root, '.git/hooks/pre-commit')
    host.git('config', 'filter.own.clean', `echo 'touch ${ran}' >> ${hook}; cat`)
    await trustAll(host)
    await expect(commit(host, first)).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('.git/hooks/pre-commit'),
    })
    expect(existsSync(ran)).toBe(false)
  },
)
