import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node-pty'
import { expect, test } from 'vitest'
import { openCliProcesses } from '../../test/support/cli-processes.ts'
import { bareEnvironment, cliProgram } from '../../test/support/cli-program.ts'
import { startModelServer } from '../../test/support/model-server.ts'

test.skipIf(process.platform === 'win32')(
  'a request is rejected at the end of the terminal’s input, and the run goes on',
  async () => {
    await using server = await startModelServer(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Done without it.' }
        : { calls: [{ name: 'run_command', args: { command: 'make thing' } }] },
    )
    await using cli = openCliProcesses()
    const model = ['--model', 'compatible:scripted', '--base-url', server.url]
    const args = ['run', '--project', cli.project, ...model, 'go']
    const home = join(tmpdir(), `orrery-home-${process.pid}`)
    const bare = { ...bareEnvironment(), HOME: home, ORRERY_DATA_DIR: cli.dataDir }
    const child = spawn(process.execPath, [cliProgram, ...args], { env: bare, cols: 200 })
    let out = ''
    child.onData((text) => (out += text))
    const ended = new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
    await expect.poll(() => out, { timeout: 60_000 }).toContain('Approve?')
    child.write('\u0004')
    expect(await ended).toBe(0)
    expect(out).toContain('The terminal takes no more input.')
    rmSync(home, { recursive: true, force: true })
  },
  120_000,
)
