import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import { type ForkedHost, openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { gitNames } from '../../../test/support/git-names.ts'
import { calls, scriptAgents } from '../../../test/support/scripted-agents.ts'

const BEFORE = 'hallo\n'
const AFTER = 'hallo\nzeile2\n'
const OWN = 'mine\n'

const files = Object.fromEntries([...gitNames, 'x.txt'].map((name) => [`project/${name}`, BEFORE]))
const pathOf = (name: string) => `/workspace/${name}`

const script = scriptAgents({
  'Change them': gitNames.map((name) =>
    calls(
      { name: 'read_file', args: { file_path: pathOf(name) } },
      { name: 'write_file', args: { file_path: pathOf(name), content: AFTER } },
    ),
  ),
})

async function openChanged(): Promise<ForkedHost> {
  const host = await openForkedHost({ files, script, isGit: true })
  host.git('config', 'user.name', 'Somebody')
  host.git('config', 'user.email', 'somebody@example.com')
  await host.prompt('Change them')
  // A person's own change, which a name that is taken for a pattern would touch.
  writeFileSync(join(host.root, 'x.txt'), OWN)
  return host
}

const counted = { hunks: 1, added: 1, removed: 0 }

/** block/buzz #6309. */
test.runIf(process.platform !== 'win32')(
  'commits exactly the accepted files, whatever git quotes in their names',
  { timeout: 120_000 },
  async () => {
    await using host = await openChanged()
    const { client, sessionId } = host
    const { changes } = await host.states()
    expect(
      Object.keys(changes.files)
        .filter((path) => path !== '/workspace/x.txt')
        .toSorted(),
    ).toEqual(gitNames.map(pathOf).toSorted())
    const [left = '', ...kept] = gitNames
    for (const name of kept) {
      const file = changes.files[pathOf(name)]
      if (!file) throw new Error(`${name} has not changed.`)
      const before: DecidedContent = { type: 'known', content: file.base }
      const content: DecidedContent = { type: 'known', content: file.now }
      const accepted = { sessionId, path: file.path, seq: file.seq, before, content, ...counted }
      await client['changes.accept'](accepted)
    }
    const {
      head = '',
      files: found,
      obstacle,
    } = await client['changes.previewCommit']({ sessionId })
    expect(obstacle).toBeUndefined()
    const expected = kept.map((name) => ({ path: pathOf(name), change: 'changed' }))
    expect(found.toSorted(byPath)).toEqual(expected.toSorted(byPath))
    const paths = found.map(({ path }) => path)
    const { notice } = await client['changes.commit']({ sessionId, paths, message: 'All', head })
    expect(notice).toBeUndefined()
    const committed = host.git('diff', '--name-only', '-z', 'HEAD~', 'HEAD', '--')
    expect(toNames(committed)).toEqual(kept.toSorted())
    for (const name of kept) expect(host.git('show', `HEAD:${name}`)).toBe(AFTER)
    expect(toNames(host.git('status', '--porcelain', '-z'))).toEqual([` M ${left}`, ' M x.txt'])
    expect(readIn(host.root, 'x.txt')).toBe(OWN)
  },
)

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1
}

function toNames(records: string): readonly string[] {
  return records.split('\0').filter(Boolean).toSorted()
}
