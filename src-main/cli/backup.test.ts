import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { limitFiles } from '../core/log/limit-files.ts'
import { temporaryFolder } from '../core/log/store-fixture.ts'
import { openHost } from '../open-host.ts'
import { command } from './backup.ts'
import { EXIT } from './exit.ts'

test.skipIf(process.platform !== 'linux')(
  'a backup that is made while the owner can’t save says that something is not in it',
  async () => {
    using folder = temporaryFolder()
    const dataDir = join(folder.path, 'data')
    await using host = await openHost({ dataDir, face: 'test' })
    const client = connectClient(await host.connect(), contract)
    const { projectId } = await client['projects.open']({ path: folder.path })
    using said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    using warned = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const backUp = (name: string) =>
      command.run(['--data-dir', dataDir, join(folder.path, `${name}.db`)])
    expect(await backUp('before')).toBe(EXIT.ok)
    {
      using _full = limitFiles(6_000_000)
      const text = 'x'.repeat(8_000_000)
      await client['memories.write']({ projectId, name: 'long.md', text, base: null })
      expect(await backUp('meanwhile')).toBe(EXIT.failed)
    }
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/^It lacks what is not on the disk yet; .* The disk /)],
    ])
    expect(said).toHaveBeenCalledTimes(2)
    expect(existsSync(join(folder.path, 'meanwhile.db'))).toBe(true)
  },
)
