import { expect, test } from 'vitest'
import { spawnPty } from './pty.ts'

test.runIf(process.platform === 'linux').each(['set +m; cat', 'exec cat', 'exec bash --norc'])(
  'what a shell becomes or runs in its own group reads in its place: %s',
  async (line) => {
    const shell = { file: '/bin/bash', args: ['--noprofile', '--norc', '-i'] }
    const env = { PATH: '/usr/bin:/bin', PS1: '$ ' }
    const pty = await spawnPty({ ...shell, env, cwd: '/', cols: 80, rows: 24 })
    await expect.poll(() => pty.isInForeground).toBe(true)
    pty.write(`${line}\r`)
    await expect.poll(() => pty.isInForeground).toBe(false)
    await pty.end()
  },
)
