import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findStarts } from '../../scripts/process-reference/find-starts.ts'
import { findProblems, REFERENCE, toReference } from '../../scripts/process-reference.ts'

test('the table of processes is that of the code: `npm run processes` writes it', () => {
  expect(readFileSync(REFERENCE, 'utf8')).toBe(toReference())
  expect(findProblems('.')).toEqual([])
})

test('finds what starts a process, and git and others by their names', () => {
  const nothing = { isStarting: false, isFinding: false, git: [], byName: [] }
  const starting = "import { spawn } from 'node:child_process'\n\nspawn('git', ['status'])\n"
  const byName = { git: [3], byName: [3] }
  expect(findStarts('a.ts', starting)).toEqual({ ...nothing, isStarting: true, ...byName })
  const finding =
    "import { spawn } from 'node:child_process'\nimport { toProgramPath } from './find-program.ts'\nspawn(toProgramPath('rg', start))\nspawn('/usr/bin/rg')\n"
  expect(findStarts('a.ts', finding)).toEqual({ ...nothing, isStarting: true, isFinding: true })
  const loading = "const { spawn } = await import('node-pty')\n"
  expect(findStarts('a.ts', loading)).toEqual({ ...nothing, isStarting: true })
  const typed =
    "import type { ChildProcess } from 'node:child_process'\nimport { type IPty } from 'node-pty'\n"
  expect(findStarts('a.ts', typed)).toEqual(nothing)
})
