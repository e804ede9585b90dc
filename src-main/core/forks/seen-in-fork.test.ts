import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openForkedHost, readIn } from '../../../test/support/forked-host.ts'
import { calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'

const pathOf = (name: string) => `/workspace/${name}`
const read = (name: string) => ({ name: 'read_file', args: { file_path: pathOf(name) } })
const write = (name: string) => ({
  name: 'write_file',
  args: { file_path: pathOf(name), content: 'mine' },
})
const remove = (name: string) => ({ name: 'delete_file', args: { file_path: pathOf(name) } })

test.each([true, false])(
  'a fork knows what its agent has read and listed (in git: %s)',
  async (isGit) => {
    const script = scriptAgents({
      go: [
        calls(read('a.txt'), read('b.txt'), { name: 'ls', args: { path: '/workspace' } }),
        says('Read.'),
        calls(write('a.txt'), write('b.txt'), remove('x.bin'), remove('old'), write('unread.txt')),
      ],
    })
    const files = {
      'project/a.txt': 'a\n',
      'project/b.txt': 'b\n',
      'project/unread.txt': 'unread\n',
      'project/x.bin': 'x\0',
      'project/old/c.txt': 'c\n',
    }
    await using host = await openForkedHost({ files, script, isGit })
    await host.prompt('go')
    const events = await host.events()
    const seq = events.findLast(({ kind }) => kind === 'run.ended')?.seq ?? 0
    const { sessionId } = await host.client['sessions.fork']({ sessionId: host.sessionId, seq })
    const root = (await host.states(sessionId)).status.root ?? ''
    writeFileSync(join(root, 'b.txt'), 'theirs\n')
    await host.prompt('go on', sessionId)
    const texts = ['a.txt', 'b.txt', 'unread.txt'].map((name) => readIn(root, name))
    expect(texts).toEqual(['mine', 'theirs\n', 'unread\n'])
    expect(['x.bin', 'old'].map((name) => existsSync(join(root, name)))).toEqual([false, false])
    expect(readIn(host.root, 'a.txt')).toBe('a\n')
  },
)
