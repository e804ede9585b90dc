import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DecidedContent } from '#shared/contract/procedures/changes.ts'
import { type ForkedHost, openForkedHost } from '../../../test/support/forked-host.ts'
import type { ReplyCall } from '../../../test/support/model-server.ts'
import { calls, reads, says, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { createToolBench, type ToolBench } from '../../../test/support/tool-bench.ts'

const OUTSIDE = 'outside\n'

/** The links and modes of https://github.com/anthropics/claude-code/issues/28376 */
function layOut(root: string): void {
  mkdirSync(join(root, 'sub'))
  const write = (name: string, mode: number) => {
    writeFileSync(join(root, name), `${name}\n`)
    chmodSync(join(root, name), mode)
  }
  write('real.md', 0o640)
  write('AGENTS.md', 0o644)
  write('sub/a.txt', 0o644)
  write('run.sh', 0o755)
  write('ro.txt', 0o444)
  write('setuid.sh', 0o4755)
  write('h1', 0o644)
  linkSync(join(root, 'h1'), join(root, 'h2'))
  writeFileSync(join(root, '../outside.txt'), OUTSIDE)
  const links = {
    'link.md': 'real.md',
    'abs.md': join(root, 'real.md'),
    'chain.md': 'link.md',
    'CLAUDE.md': 'AGENTS.md',
    dir: 'sub/',
    'dangling.md': 'missing.md',
    'loop.md': 'loop.md',
    'out.md': '../outside.txt',
    outdir: '..',
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
}

async function createLinkBench(): Promise<ToolBench> {
  const tools = await createToolBench()
  await tools.bench.workspace.settle()
  layOut(tools.bench.root)
  await tools.bench.workspace.snapshot()
  return tools
}

/** Each name with its kind, mode and content. */
function look(root: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, lookAt(join(root, name))]))
}

function lookAt(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return 'gone'
  if (stats.isSymbolicLink()) return `→ ${readlinkSync(path)}`
  return `${(stats.mode & 0o7777).toString(8)} ${readFileSync(path, 'utf8')}`
}

async function tryCall({ call }: ToolBench, name: string, args: Readonly<Record<string, unknown>>) {
  return call(name, args).then(
    ({ text }) => text,
    (error: unknown) => (error instanceof Error ? `refused: ${error.message}` : ''),
  )
}

const LED: Readonly<Record<string, string>> = {
  'real.md': 'real.md',
  'link.md': 'real.md',
  'abs.md': 'real.md',
  'chain.md': 'real.md',
  'CLAUDE.md': 'AGENTS.md',
  'dir/a.txt': 'sub/a.txt',
  'run.sh': 'run.sh',
  'setuid.sh': 'setuid.sh',
}

describe.skipIf(process.platform === 'win32')('files behind links', () => {
  test.for(Object.entries(LED).map(([name, real]) => ({ name, real })))(
    '$name is written and edited in place',
    async ({ name, real }) => {
      await using tools = await createLinkBench()
      const { root } = tools.bench
      const all = [...Object.keys(LED), 'dir', 'h1', 'h2']
      const before = look(root, all)
      const mode = (lstatSync(join(root, real)).mode & 0o7777).toString(8)
      const file_path = `/workspace/${name}`
      await tools.call('write_file', { file_path, content: 'one\n' })
      await tools.call('edit_file', { file_path, old_string: 'one', new_string: 'two' })
      const edits = [{ file_path, old_string: 'two', new_string: 'three' }]
      await tools.call('compose_files', { edits })
      const hash = await tools.bench.workspace.readBytes(file_path)
      await tools.bench.workspace.save(file_path, 'four\n', hash.hash ?? null)
      for (const one of all) {
        const isSame = one === real || (one === name && before[one]?.startsWith('→') === false)
        expect(lookAt(join(root, one)), one).toBe(isSame ? `${mode} four\n` : before[one])
      }
      expect([...new Set(tools.written.map(({ path }) => path))]).toEqual([`/workspace/${real}`])
    },
  )

  test.for(['out.md', 'outdir/x', 'outdir/outside.txt', 'dangling.md', 'loop.md'])(
    '%s leads nowhere in the project, and is refused in a sentence',
    async (name) => {
      await using tools = await createLinkBench()
      const { root } = tools.bench
      const file_path = `/workspace/${name}`
      const answers = [
        await tryCall(tools, 'read_file', { file_path }),
        await tryCall(tools, 'write_file', { file_path, content: 'x' }),
        await tryCall(tools, 'edit_file', { file_path, old_string: 'o', new_string: 'x' }),
        await tryCall(tools, 'compose_files', { edits: [{ file_path, content: 'x' }] }),
      ]
      for (const answer of answers) {
        expect(answer).toMatch(
          /^refused: \S+ leads (?:out of the project, or nowhere|nowhere: .+)\.$/,
        )
        expect(answer).toContain(file_path)
      }
      expect(look(root, ['../outside.txt', 'missing.md', '../x'])).toEqual({
        '../outside.txt': `${(lstatSync(join(root, '../outside.txt')).mode & 0o777).toString(8)} ${OUTSIDE}`,
        'missing.md': 'gone',
        '../x': 'gone',
      })
      expect(tools.written).toEqual([])
    },
  )

  test('a link is moved and deleted itself, and comes back as a link', async () => {
    await using tools = await createLinkBench()
    const { root, workspace } = tools.bench
    const names = [
      'link.md',
      'abs.md',
      'chain.md',
      'dangling.md',
      'loop.md',
      'out.md',
      'outdir',
      'dir',
    ]
    const targets = [...Object.values(LED), '../outside.txt']
    const [before, links] = [look(root, targets), look(root, names)]
    for (const name of names) {
      await tools.call('move_file', { from: `/workspace/${name}`, to: `/workspace/moved-${name}` })
      expect(lookAt(join(root, `moved-${name}`)), name).toBe(links[name])
      await tools.call('delete_file', { file_path: `/workspace/moved-${name}` })
    }
    expect(look(root, targets)).toEqual(before)
    for (const name of names) {
      const bytes = Buffer.from(links[name]?.slice(2) ?? '')
      await workspace.restore(`/workspace/${name}`, { bytes, mode: 0o120000 })
    }
    expect(look(root, names)).toEqual(links)
  })

  test('a read-only file is refused, and keeps its mode', async () => {
    await using tools = await createLinkBench()
    const file_path = '/workspace/ro.txt'
    const answers = [
      await tryCall(tools, 'write_file', { file_path, content: 'x' }),
      await tryCall(tools, 'edit_file', { file_path, old_string: 'ro', new_string: 'x' }),
      await tryCall(tools, 'compose_files', { edits: [{ file_path, content: 'x' }] }),
    ]
    for (const answer of answers) expect(answer).toContain('ro.txt is read-only')
    expect(lookAt(join(tools.bench.root, 'ro.txt'))).toBe('444 ro.txt\n')
  })

  test('the other names of a file are said to keep the old content', async () => {
    await using tools = await createLinkBench()
    const file_path = '/workspace/h1'
    const first = await tryCall(tools, 'edit_file', {
      file_path,
      old_string: 'h1',
      new_string: 'x',
    })
    const second = await tryCall(tools, 'write_file', { file_path: '/workspace/h2', content: 'y' })
    expect(look(tools.bench.root, ['h1', 'h2'])).toEqual({ h1: '644 x\n', h2: '644 y' })
    expect(first).toContain('hard link')
    expect(second).not.toContain('hard link')
  })
})

const files = {
  'project/real.md': 'real\n',
  'project/other.md': 'other\n',
  'project/AGENTS.md': 'a\n',
}

const run = (command: string): ReplyCall => ({ name: 'run_command', args: { command } })

const script = scriptAgents({
  first: [
    calls(run('rm link.md && echo new > link.md && ln -sf other.md turned.md')),
    says('Replaced.'),
    calls(run('ln -s real.md fresh.md; ln -sf other.md fresh.md')),
    calls(reads('/workspace/gone.md'), {
      name: 'delete_file',
      args: { path: '/workspace/gone.md' },
    }),
    says('Made.'),
  ],
})

async function openLinked(): Promise<ForkedHost> {
  const host = await openForkedHost({ files, script, isGit: true })
  for (const name of ['link.md', 'turned.md', 'gone.md'])
    symlinkSync('real.md', join(host.root, name))
  host.git('add', '-A')
  host.git('commit', '-qm', 'links')
  return host
}

async function revert({ client, sessionId, states }: ForkedHost, name: string): Promise<void> {
  const path = `/workspace/${name}`
  const file = (await states()).changes.files[path]
  if (!file) throw new Error(`${path} has not changed.`)
  const content: DecidedContent = { type: 'known', content: file.base }
  const one = { hunks: 1, added: 1, removed: 1, left: 0 }
  await client['changes.revert']({ sessionId, path, seq: file.seq, content, ...one })
}

describe.skipIf(process.platform === 'win32')('links that agents change', () => {
  test('a revert gives back links as links', async () => {
    await using host = await openLinked()
    const names = ['link.md', 'turned.md', 'gone.md', 'real.md']
    const before = look(host.root, names)
    await host.prompt('first')
    expect(look(host.root, ['turned.md'])).toEqual({ 'turned.md': '→ other.md' })
    await revert(host, 'link.md')
    await revert(host, 'turned.md')
    expect(look(host.root, names)).toEqual(before)
    await host.prompt('second')
    await revert(host, 'gone.md')
    expect(look(host.root, names)).toEqual(before)
  })

  test('a fork has links as links', async () => {
    await using host = await openLinked()
    await host.prompt('first')
    const at = async (seq: number) => {
      const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
      const { root = '' } = (await host.states(sessionId)).files
      return look(root, ['link.md', 'turned.md', 'fresh.md'])
    }
    const first = await host.seqOf('run.started')
    expect(await at(first)).toMatchObject({ 'link.md': '→ real.md', 'turned.md': '→ real.md' })
    const last = await host.seqOf('run.ended')
    const replaced = { 'turned.md': '→ other.md' }
    expect(await at(last)).toMatchObject(replaced)
    await host.prompt('second')
    const made = await host.seqOf('run.ended', 2)
    expect(await at(made)).toMatchObject({ ...replaced, 'fresh.md': '→ other.md' })
  })
})
