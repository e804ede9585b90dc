import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import { HOSTILE_JSON, HOSTILE_YAML } from '../../../test/support/hostile-files.ts'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { readFields } from './project-parser.ts'
import { readProjectSettings } from './project-settings.ts'
import { findStartables, readStartables } from './startables.ts'

// Public reports of the same kind: GHSA-xffm-g5w8-qvg7 (quadratic time for comments that hold JSON), CVE-2023-5072 (nested
// JSON), CVE-2026-33532 (nested YAML overflows the stack) and CVE-2026-59869 (chains of merges in YAML).

const FILES = [
  '.mcp.json',
  '.orrery/mcp.json',
  '.vscode/launch.json',
  'launch.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.orrery/hooks.json',
  '.orrery/settings.json',
]
const KB = 1024
const PATIENCE_MS = 120_000

afterEach(() => vi.useRealTimers())

test.each(HOSTILE_JSON)(
  'files with $name are reported, or name nothing to start',
  async ({ toText }) => {
    using folder = temporaryFolder()
    for (const file of FILES) write(folder.path, file, toText(1024 * KB))
    const { startables, malformed } = await findStartables(folder.path)
    expect(startables.length).toBeLessThan(2_000)
    for (const { error } of malformed) expect(error.length).toBeLessThan(1_000)
    write(folder.path, '.orrery/settings.json', toText(256 * KB))
    const settings = await settle(readProjectSettings(folder.path))
    expect(AppError.is(settings) ? settings.message.length : 0).toBeLessThan(1_000)
  },
  PATIENCE_MS,
)

test.each(HOSTILE_YAML)(
  'front matter with $name is refused with a sentence, or read',
  async ({ toText }) => {
    for (const kind of ['rule', 'skill', 'subagent'] as const) {
      for (const kb of [1, 16]) {
        const yaml = toText(kb * KB - 1)
        const read = await settle(readFields(kind, `---\n${yaml}\n---\nText`))
        if (AppError.is(read)) expect(read.message).toMatch(/^[A-Z].{5,600}[.…]$/u)
        else expect(read.body).toBe('Text')
      }
    }
  },
  PATIENCE_MS,
)

test('front matter has a limit', async () => {
  const text = `---\n${'a: b # c\n'.repeat(2 * KB)}---\nText`
  await expect(readFields('skill', text)).rejects.toThrow('larger than 16 KB')
})

test('deeply nested entries are refused before code recurses into them', async () => {
  using folder = temporaryFolder()
  const deep = `${'['.repeat(2 * KB)}${']'.repeat(2 * KB)}`
  write(folder.path, '.mcp.json', `{"mcpServers": {"a": {"command": "a", "deep": ${deep}}}}`)
  expect(await findStartables(folder.path)).toEqual({
    startables: [],
    malformed: [{ file: '.mcp.json', error: 'It is nested more than 100 levels deep.' }],
  })
})

test.each([
  [
    'what may be started',
    async (root: string) => {
      write(root, '.mcp.json', textOf(HOSTILE_JSON, 'servers', 1024 * KB))
      await findStartables(root)
    },
  ],
  [
    'settings',
    async (root: string) => {
      write(root, '.orrery/settings.json', textOf(HOSTILE_JSON, 'rules', 256 * KB))
      await settle(readProjectSettings(root))
    },
  ],
  [
    'front matter',
    async () => {
      // Not a text that was read before.
      const yaml = `other: text\n${textOf(HOSTILE_YAML, 'keys', 15 * KB)}`
      await settle(readFields('skill', `---\n${yaml}\n---\nText`))
    },
  ],
] as const)(
  'another thread parses %s',
  async (_, read) => {
    using folder = temporaryFolder()
    // Starts the other thread, and compiles what this one needs.
    await findStartables(folder.path)
    const before = [process.threadCpuUsage(), process.cpuUsage()] as const
    await read(folder.path)
    const here = sum(process.threadCpuUsage(before[0]))
    const all = sum(process.cpuUsage(before[1]))
    expect(here / all).toBeLessThan(0.5)
  },
  PATIENCE_MS,
)

test('a file is parsed again after every change, and otherwise not', async () => {
  using folder = temporaryFolder()
  // A file that changed just now may change once more within the precision of its times, and isn't kept.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const read = async () => {
    const { startables } = await readStartables(folder.path, '.mcp.json')
    return [startables[0]?.entry, await readProjectSettings(folder.path)] as const
  }
  for (const command of ['one', 'two', 'six']) {
    write(folder.path, '.mcp.json', JSON.stringify({ mcpServers: { a: { command } } }))
    write(folder.path, '.orrery/settings.json', JSON.stringify({ setup: command }))
    const [entry, settings] = await read()
    expect(entry).toMatchObject({ command })
    expect(settings.setup).toBe(command)
    const again = await read()
    expect([again[0] === entry, again[1] === settings]).toEqual([true, true])
  }
})

function textOf(texts: typeof HOSTILE_JSON, name: string, chars: number): string {
  const found = texts.find((one) => one.name === name)
  if (!found) throw new Error(`There is no hostile text named ${name}.`)
  return found.toText(chars)
}

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system
}

/** A value, or the expected error in its place. */
async function settle<T>(promise: Promise<T>): Promise<T | AppError> {
  try {
    return await promise
  } catch (error) {
    if (AppError.is(error)) return error
    throw error
  }
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
