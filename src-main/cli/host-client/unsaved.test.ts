import { expect, test, vi } from 'vitest'
import { type HostInFolder, openHostInFolder } from '../../../test/support/host-in-folder.ts'
import { limitFiles } from '../../../test/support/limit-files.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { command as memory } from '../configuration/memory.ts'
import { command as doctor } from '../diagnosis/doctor.ts'
import { followSaving } from './unsaved.ts'

const FULL = expect.stringMatching(
  /^The disk (is full|failed)\. What happens now is kept in memory/,
)
const SAVED = 'What was kept in memory alone is on the disk.'

test.skipIf(process.platform !== 'linux')(
  'what a full disk does not take is said by every command, by doctor and in the log, and so is its end',
  async () => {
    await using host = await openHostInFolder()
    const { client, dataDir, folder, projectId } = host
    const write = (name: string, text: string) =>
      client['memories.write']({ projectId, name, text, base: null })
    await write('short.md', 'To be removed.')
    const followed: string[] = []
    await using _saving = followSaving(client, (sentence) => followed.push(sentence))
    using said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    using warned = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const inFolder = ['--data-dir', dataDir]
    const ofProject = [...inFolder, '--project', folder]
    expect(await memory.run(['list', ...ofProject])).toBe(EXIT.ok)
    expect(warned).not.toHaveBeenCalled()
    {
      using _full = limitFiles(6_000_000)
      await write('long.md', 'x'.repeat(8_000_000))
      expect(await memory.run(['remove', 'short', ...ofProject])).toBe(EXIT.ok)
      expect(said.mock.lastCall).toEqual(['short.md is removed in memory alone so far.'])
      expect(warned.mock.calls).toEqual([[FULL]])
      await doctor.run([...inFolder, '--json'])
      const findings: unknown = JSON.parse(String(said.mock.lastCall?.[0]))
      expect(findings).toContainEqual({ what: 'store', state: 'missing', said: FULL })
      await vi.waitUntil(() => followed.length === 1, { timeout: 60_000 })
    }
    await vi.waitUntil(() => followed.length === 2, { timeout: 60_000 })
    expect(followed).toEqual([FULL, 'Everything is on the disk again.'])
    expect(await linesOf(host)).toEqual([
      { level: 'warn', message: FULL },
      { level: 'info', message: SAVED },
    ])
  },
)

/** What the host has said of its store. */
async function linesOf({ client }: HostInFolder) {
  const abort = new AbortController()
  for await (const page of client['logs.follow']({}, abort.signal)) {
    abort.abort()
    const lines = page.filter(({ module }) => module === 'store')
    return lines.map(({ level, message }) => ({ level, message }))
  }
  return []
}
