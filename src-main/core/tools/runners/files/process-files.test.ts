import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createToolBench } from '../../../../../test/support/tool-bench.ts'

/** Of anthropic-experimental/sandbox-runtime #160. */
test.runIf(process.platform === 'linux')(
  'no file tool reads the environment of a process, by its path or by a link',
  async () => {
    vi.stubEnv('CANARY', 'CANARY-ENV-1')
    onTestFinished(() => void vi.unstubAllEnvs())
    await using tools = await createToolBench({ 'a.txt': 'one\n' })
    const { root } = tools.bench
    symlinkSync('/proc/self/environ', join(root, 'environ'))
    symlinkSync('/proc/self', join(root, 'self'))
    const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['read_file', { file_path: '/proc/self/environ' }],
      ['read_file', { file_path: '/proc/thread-self/environ' }],
      ['read_file', { file_path: '/workspace/environ' }],
      ['read_file', { file_path: '/workspace/self/environ' }],
      ['read_file', { file_path: '/workspace/../../../../proc/self/environ' }],
      ['grep', { pattern: 'CANARY', path: '/proc' }],
      ['grep', { pattern: 'CANARY', path: '/workspace' }],
      ['grep', { pattern: 'CANARY', path: '/workspace/self' }],
      ['glob', { pattern: '**/environ', path: '/workspace/self' }],
      ['ls', { path: '/proc/self' }],
    ]
    for (const [name, args] of calls) {
      const said = await tools.call(name, args).then(
        ({ text }) => text,
        (error: unknown) => `${error}`,
      )
      expect(said).not.toContain('CANARY-ENV')
    }
  },
)
