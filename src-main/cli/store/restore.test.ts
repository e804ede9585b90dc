import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { openHostInFolder } from '../../../test/support/host-in-folder.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { command as policy } from '../configuration/policy.ts'
import { command as backup } from './backup.ts'
import { command as restore } from './restore.ts'

test('a restore lists what it leaves out, and takes it over only with --with-permissions', async () => {
  using said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await using host = await openHostInFolder()
  const { client, dataDir, folder, projectId } = host
  await client['policy.allow']({ projectId, tool: 'run_command', pattern: 'npm test' })
  const { sessionId } = await client['sessions.create']({ projectId, profile: 'trusted' })
  const { status } = (await joinStates(client['sessions.open']({ sessionId }))).states
  expect(status.profile).toBe('trusted')
  const file = join(folder, 'backup.db')
  expect(await backup.run(['--data-dir', dataDir, file])).toBe(EXIT.ok)
  await host.link[Symbol.asyncDispose]()
  const restored = join(folder, 'restored')
  const lastOf = async (args: readonly string[]) => {
    expect(await restore.run(['--data-dir', restored, file, ...args])).toBe(EXIT.ok)
    expect(await policy.run(['rules', '--data-dir', restored, '--project', folder])).toBe(EXIT.ok)
    return said.mock.calls.slice(-2).map(([text]) => String(text))
  }
  expect(await lastOf([])).toEqual([
    [
      'This was left out, so that you are asked again. --with-permissions takes it over:',
      `  permission: run_command npm test in ${folder}`,
      '  profile or permissions of 1 session',
    ].join('\n'),
    'Nothing is always allowed here.',
  ])
  expect(await lastOf(['--with-permissions'])).toEqual([
    [
      'From now on, this holds as the backup has it:',
      `  permission: run_command npm test in ${folder}`,
    ].join('\n'),
    expect.stringMatching(/^rul_\S+ {2}project +run_command {2}npm test/),
  ])
})
