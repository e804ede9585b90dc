import { defineConfig } from 'vitest/config'
import { findCli } from './scripts/find-cli.mjs'

export default defineConfig({
  test: {
    include: ['src-*/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/e2e/**', 'test/fixtures/**'],
    pool: 'forks', // native modules and process signals do not get on with worker threads
    globals: true, // LangGraph's conformance suite for checkpointers calls them as globals
    maxWorkers: 2, // of all that there are one is left idle else, which on two cores is half of them
    env: { ORRERY_CLI: findCli() },
    // A second, which is what there is else, is little for a process that starts on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
