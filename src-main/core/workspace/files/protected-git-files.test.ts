import { expect, test } from 'vitest'
import { createBench, git, writeFiles } from '../../../../test/support/test-workspace.ts'

const PARTS = ['HEAD', 'config', 'objects/keep', 'refs/keep']

// CVE-2026-45033 (GitHub Copilot CLI): `git -C lib/x status` ran what the config of a planted bare repository names.
test.each(PARTS)('the parts of a repository are refused when %s comes last', async (last) => {
  await using bench = await createBench()
  const refused: string[] = []
  for (const part of [...PARTS.filter((one) => one !== last), last]) {
    const write = bench.workspace.write(
      `/workspace/lib/x/${part}`,
      'ref: refs/heads/main\n',
      bench.call,
    )
    await write.catch(() => refused.push(part))
  }
  expect(refused.length).toBeGreaterThan(0)
  const isRepository = () => git(`${bench.root}/lib/x`, 'rev-parse', '--is-bare-repository')
  expect(isRepository).toThrow('not a git repository')
})

test('a repository that is there already is changed by git alone', async () => {
  await using bench = await createBench((root) => {
    git(root, 'init', '-q', '--bare', 'fixture.git')
    writeFiles(root, { 'other/config': 'free' })
  })
  const { workspace, call } = bench
  for (const name of ['config', 'HEAD', 'hooks/post-checkout', 'refs/heads/main']) {
    const write = workspace.write(`/workspace/fixture.git/${name}`, 'x', call)
    await expect(write).rejects.toMatchObject({ code: 'denied' })
  }
  const move = workspace.move('/workspace/other/config', '/workspace/fixture.git/config', call)
  await expect(move).rejects.toMatchObject({ code: 'denied' })
  await workspace.write('/workspace/other/config', 'changed', call)
})

test('files beside a bare repository are the project’s, as in one that holds its worktrees', async () => {
  await using bench = await createBench((root) => git(root, 'init', '-q', '--bare', '.'))
  await bench.workspace.write('/workspace/README.md', 'x', bench.call)
  await bench.workspace.write('/workspace/main/src/new.ts', 'x', bench.call)
  const write = bench.workspace.write('/workspace/config', 'x', bench.call)
  await expect(write).rejects.toMatchObject({ code: 'denied' })
})

test('a part that is moved into its place is refused, also where settings are kept elsewhere', async () => {
  await using bench = await createBench((root) =>
    writeFiles(root, { 'x/HEAD': 'ref: refs/heads/main\n', 'x/objects/a': '', 'y/refs/a': '' }),
  )
  const { workspace, call } = bench
  const move = workspace.move('/workspace/y/refs', '/workspace/x/refs', call)
  await expect(move).rejects.toMatchObject({ code: 'denied' })
  const common = workspace.write('/workspace/x/commondir', '../y', call)
  await expect(common).rejects.toMatchObject({ code: 'denied' })
})

test.each(['.git.', 'GIT~1', '.g\u200cit', '.Git ', '.git::$INDEX_ALLOCATION'])(
  'a file below %j is refused: another system takes it for git’s',
  async (name) => {
    await using bench = await createBench()
    const write = bench.workspace.write(`/workspace/sub/${name}/config`, 'x', bench.call)
    await expect(write).rejects.toMatchObject({ code: 'denied' })
  },
)
