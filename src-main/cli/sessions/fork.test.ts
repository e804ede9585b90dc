import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { SessionId } from '#shared/lib/ids.ts'
import { type HostInFolder, openHostInFolder } from '../../../test/support/host-in-folder.ts'
import { startModelServer } from '../../../test/support/model-server.ts'
import { calls, reads, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { command as fork } from './fork.ts'
import { command as rewind } from './rewind.ts'

const edit = {
  name: 'edit_file',
  args: { file_path: '/workspace/a.txt', old_string: 'first', new_string: 'second' },
}

interface Ran {
  readonly sessionId: SessionId
  /** Of the event right before the file was changed. */
  readonly before: number
}

/** A session whose only run changed `a.txt`. */
async function runIn({ client }: HostInFolder, path: string, baseUrl: string): Promise<Ran> {
  const { projectId } = await client['projects.open']({ path })
  const model = { model: 'compatible:scripted', baseUrl, profile: 'trusted' } as const
  const { sessionId } = await client['sessions.create']({ projectId, ...model })
  await client['sessions.send']({ sessionId, text: 'Change it.' })
  let before = 0
  for await (const page of client['sessions.events']({ sessionId })) {
    before = page.find(({ kind }) => kind === 'tool.started')?.seq ?? before
    if (page.some(({ kind }) => kind === 'run.ended')) break
  }
  return { sessionId, before }
}

test('orrery fork and rewind say what would be, and do it', async () => {
  await using host = await openHostInFolder()
  await using server = await startModelServer(
    scriptAgents({ 'Change it.': [calls(reads('/workspace/a.txt'), edit)] }),
  )
  using project = temporaryFolder()
  const file = join(project.path, 'a.txt')
  writeFileSync(file, 'first\n')
  const { sessionId, before } = await runIn(host, project.path, server.url)
  const [said, at] = [vi.spyOn(console, 'log').mockImplementation(() => {}), ['--at', `${before}`]]
  using _said = said
  const inFolder = ['--data-dir', host.dataDir]
  const last = () => String(said.mock.lastCall?.[0])

  await fork.run([sessionId, ...at, '--preview', '--json', ...inFolder])
  expect(JSON.parse(last())).toMatchObject({
    ...{ seq: before, place: 'copy' },
    files: { items: [{ path: 'a.txt', change: 'changed', isConflict: false }], total: 1 },
  })
  expect(await host.client['sessions.list']({})).toHaveLength(1)
  await expect(
    fork.run([sessionId, '--preview', '--prompt', 'Go on.', ...inFolder]),
  ).rejects.toThrow('--preview makes nothing to prompt.')

  await fork.run([sessionId, ...at, '--json', ...inFolder])
  const made = JSON.parse(last())
  expect(readFileSync(join(made.root, 'a.txt'), 'utf8')).toBe('first\n')
  expect(readFileSync(file, 'utf8')).toBe('second\n')

  await expect(rewind.run([sessionId, ...inFolder])).rejects.toThrow('--at SEQ')
  await expect(rewind.run([sessionId, ...at, ...inFolder])).rejects.toThrow('Nobody can be asked')
  expect(last()).toMatch(/^Files that would change \(1\):\n {2}~ a\.txt$/m)
  expect(readFileSync(file, 'utf8')).toBe('second\n')
  expect(await rewind.run([sessionId, ...at, '--yes', ...inFolder])).toBe(EXIT.ok)
  expect(last()).toBe(`Rewound to event ${before}.`)
  expect(readFileSync(file, 'utf8')).toBe('first\n')
}, 60_000)

test('a prompt goes on in the fork, and not in the session it came from', async () => {
  await using host = await openHostInFolder()
  await using server = await startModelServer(
    scriptAgents({ 'Change it.': [calls(reads('/workspace/a.txt'), edit)] }),
  )
  using project = temporaryFolder()
  writeFileSync(join(project.path, 'a.txt'), 'first\n')
  const { sessionId } = await runIn(host, project.path, server.url)
  using _said = vi.spyOn(console, 'log').mockImplementation(() => {})
  using _told = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  const prompt = ['--prompt', 'What did you do?', '--approve', 'none']
  expect(await fork.run(['last', ...prompt, '--data-dir', host.dataDir])).toBe(EXIT.ok)
  const [made, parent] = await host.client['sessions.list']({})
  expect(made).toMatchObject({ forkedFrom: { sessionId }, runs: 2, lastOutcome: 'ok' })
  expect(parent).toMatchObject({ id: sessionId, runs: 1 })
  expect(made && existsSync(join(made.root, 'a.txt'))).toBe(true)
}, 60_000)
