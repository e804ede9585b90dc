import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findStarts } from '../../scripts/process-reference/find-starts.ts'
import { findProblems, REFERENCE, toReference } from '../../scripts/process-reference.ts'

test('the table of processes is that of the code: `npm run processes` writes it', () => {
  expect(readFileSync(REFERENCE, 'utf8')).toBe(toReference())
  expect(findProblems('.')).toEqual([])
})

test('finds what starts a process, and git by its name', () => {
  const starting = "import { spawn } from 'node:child_process'\n\nspawn('git', ['status'])\n"
  expect(findStarts('a.ts', starting)).toEqual({ isStarting: true, git: [3] })
  const loading = "const { spawn } = await import('node-pty')\n"
  expect(findStarts('a.ts', loading)).toEqual({ isStarting: true, git: [] })
  const typed =
    "import type { ChildProcess } from 'node:child_process'\nimport { type IPty } from 'node-pty'\n"
  expect(findStarts('a.ts', typed)).toEqual({ isStarting: false, git: [] })
})
