import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { readSkills } from '../../src-main/core/agents/skills/skill-catalogue.ts'
import { readProjectSettings } from '../../src-main/core/project-files/project-settings.ts'
import { findStartables } from '../../src-main/core/project-files/startables.ts'
import { HOSTILE_JSON, HOSTILE_YAML } from '../support/hostile-files.ts'
import type { Row } from './row.ts'

const KB = 1024
/** What files with limits of their own may hold. */
const LIMITS = { startables: 1024 * KB, settings: 256 * KB, frontMatter: 16 * KB - 1 }
const STARTABLES = ['.mcp.json', '.claude/settings.json']

/** Has files of a project read that are written to take long, and measures how long that holds this thread. */
export async function measureProjectFiles(): Promise<readonly Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  using _removed = { [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
  await read(root)
  let longestMs = 0
  let wholeMs = 0
  for (const [index, { toText }] of HOSTILE_JSON.entries()) {
    for (const file of STARTABLES) write(root, file, toText(LIMITS.startables))
    write(root, '.orrery/settings.json', toText(LIMITS.settings))
    const yaml = HOSTILE_YAML[index % HOSTILE_YAML.length]?.toText(LIMITS.frontMatter)
    write(root, `.claude/skills/a${index}/SKILL.md`, `---\n${yaml}\n---\nText`)
    const startedAt = performance.now()
    longestMs = Math.max(longestMs, await longestTurn(() => read(root)))
    wholeMs += performance.now() - startedAt
  }
  return [
    {
      what: 'project files that take long to parse: longest that they keep the host’s thread busy',
      ours: longestMs,
      baseline: wholeMs,
      of: 'reading all of them',
      unit: 'ms',
    },
  ]
}

/** The most that this thread computed before others had their turn, in milliseconds, whatever else the machine does. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longestUs = 0
  let isOver = false
  let last = process.threadCpuUsage()
  const look = () => {
    const now = process.threadCpuUsage()
    longestUs = Math.max(longestUs, now.user - last.user + now.system - last.system)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  look()
  return longestUs / 1000
}

async function read(root: string): Promise<void> {
  await findStartables(root)
  await readSkills({ homeDir: root, root })
  await readProjectSettings(root).catch((error: unknown) => {
    if (!AppError.is(error)) throw error
  })
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
