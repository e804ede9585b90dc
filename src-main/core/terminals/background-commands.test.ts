import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createAgentEnvironment } from '../agent-environment.ts'
import { runCommand } from './agent-terminal.ts'

// https://github.com/anomalyco/opencode/issues/48414, https://github.com/earendil-works/pi/issues/9460
test.each([
  'sleep 300.411 & echo done',
  'sleep 300.412 </dev/null >/dev/null & echo done',
  '(while :; do echo tick; sleep 0.2; done) & echo done',
  `setsid sh -c 'trap "" TERM INT HUP; for i in $(seq 20); do sleep 1; done' & echo done`,
])(
  '%s ends, though a process still has its output',
  async (command) => {
    const { signal } = new AbortController()
    const ran = await runCommand({
      command,
      cwd: tmpdir(),
      env: createAgentEnvironment(process.env),
      signal,
      timeoutMs: 60_000,
      onOutput: () => undefined,
    })
    expect(ran).toMatchObject({ exitCode: 0, isTimedOut: false })
    expect(ran.output).toContain('done')
  },
  60_000,
)
