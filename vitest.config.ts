import { defineConfig } from 'vitest/config'
import { builtWorkers, findBuiltWorkers } from './scripts/built-workers.ts'
import { findCli } from './scripts/find-cli.mjs'

/** They look at their whole process, or at a module as it is loaded: others would have left something there. */
const aloneInTheirProcess = [
  'src-main/open-host.test.ts',
  'src-main/core/agents/run/endings.test.ts',
  'src-main/core/integrations/lsp/servers.test.ts',
  'src-main/core/providers/network/idle-timeout-fetch.test.ts',
  'src-main/core/terminals/agent-terminal.test.ts',
  'src-main/core/workspace/tracking/watcher.test.ts',
  'src-renderer/keyboard/keys.test.ts',
]

const excluded = ['**/node_modules/**', 'test/e2e/**', 'test/fixtures/**']

const cli = findCli()

export default defineConfig({
  plugins: [builtWorkers()],
  test: {
    pool: 'forks', // native modules and process signals do not get on with worker threads
    globals: true, // LangGraph's conformance suite for checkpointers calls them as globals
    // On two cores: what one waits for, another uses.
    maxWorkers: 3,
    env: {
      ORRERY_CLI: cli,
      ORRERY_TEST_WORKERS: findBuiltWorkers(cli.startsWith('out/')),
    },
    unstubEnvs: true,
    restoreMocks: true,
    // Generous: on a busy machine everything takes several times as long, and a state that never comes
    // fails all the same.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: aloneInTheirProcess,
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['src-*/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...excluded, ...aloneInTheirProcess],
          // To start a process and load everything anew for each file is a third of what they take.
          isolate: false,
        },
      },
    ],
  },
})
