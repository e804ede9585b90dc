import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openHostInFolder } from '../../../test/support/host-in-folder.ts'
import { limitFiles } from '../../../test/support/limit-files.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { command } from './backup.ts'

test.skipIf(process.platform !== 'linux')(
  'a backup that is made while the owner can’t save says that something is not in it',
  async () => {
    await using host = await openHostInFolder()
    const { client, dataDir, folder, projectId } = host
    using said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    using warned = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const backUp = (name: string) =>
      command.run(['--data-dir', dataDir, join(folder, `${name}.db`)])
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
    expect(existsSync(join(folder, 'meanwhile.db'))).toBe(true)
  },
)
