import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEPT_LINES, type LogLevel, type LogLine } from '#shared/contract/procedures/logs.ts'
import { RunId, SessionId } from '#shared/lib/ids.ts'
import { Redactor } from '../secrets/redactor.ts'
import { logFileOf, logFolderOf, readLogFiles } from './log-file.ts'
import { followLogs, Logs, type LogsOptions } from './logs.ts'

const sessionId = SessionId.parse('ses_1')
const runId = RunId.parse('run_1')
let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'orrery-logs-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

function openLogs(options: Partial<LogsOptions> = {}): Logs {
  const clock = { now: () => 1_000 }
  return new Logs({ dataDir, clock, level: 'info', redact: (line) => line, ...options })
}

function say(logs: Logs, message: string, level: LogLevel = 'info'): void {
  logs.write(level, { module: 'test', message })
}

async function readAll(): Promise<LogLine[]> {
  const lines: LogLine[] = []
  for await (const line of readLogFiles(dataDir)) lines.push(line)
  return lines
}

function filesOf(): readonly string[] {
  return readdirSync(logFolderOf(dataDir)).sort()
}

test('a line is in memory at once and in the file at the end, the same in both', async () => {
  const logs = openLogs()
  const said = { module: 'run', message: 'Run ended.', sessionId, runId, fields: { outcome: 'ok' } }
  logs.write('warn', said)
  const kept = logs.after(0)
  await logs[Symbol.asyncDispose]()
  const line = {
    ...said,
    id: 1,
    at: 1_000,
    level: 'warn',
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
  }
  expect({ kept, stored: await readAll() }).toEqual({ kept: [line], stored: kept })
})

test('what is less important than asked for is nowhere', async () => {
  const logs = openLogs({ level: 'warn' })
  say(logs, 'quiet', 'info')
  say(logs, 'loud', 'error')
  await logs[Symbol.asyncDispose]()
  expect((await readAll()).map(({ message }) => message)).toEqual(['loud'])
})

test('files are rotated by size, and only a handful is kept', async () => {
  const logs = openLogs({ maxBytes: 2_000 })
  for (let number = 0; number < 400; number += 1) {
    say(logs, `line ${number}`)
    const files = Math.min(Math.floor(number / 40), 5)
    if (files > 0) await expect.poll(() => filesOf().length).toBeGreaterThanOrEqual(files)
  }
  await logs[Symbol.asyncDispose]()
  const older = [1, 2, 3, 4].map((age) => `orrery.${age}.log`)
  const stored = (await readAll()).map(({ message }) => message)
  const last = Array.from({ length: stored.length }, (_, n) => `line ${400 - stored.length + n}`)
  expect(filesOf()).toEqual([...older, 'orrery.log'])
  expect(stored).toEqual(last)
})

test('only the last lines stay in memory', async () => {
  await using logs = openLogs()
  for (let number = 1; number <= 3 * KEPT_LINES; number += 1) say(logs, `line ${number}`)
  const kept = logs.after(0)
  expect([kept.length, kept.at(0)?.id, kept.at(-1)?.id]).toEqual([
    KEPT_LINES,
    2 * KEPT_LINES + 1,
    3 * KEPT_LINES,
  ])
})

test('secrets are in neither place', async () => {
  const secrets = new Redactor()
  secrets.hide('sk-very-secret')
  const logs = openLogs({ redact: (line) => secrets.redactData(line) })
  const fields = { error: 'refused sk-very-secret', more: ['sk-very-secret'] }
  logs.write('error', { module: 'host', message: 'With sk-very-secret.', fields })
  const [kept] = logs.after(0)
  await logs[Symbol.asyncDispose]()
  expect(kept?.message).toBe('With [key].')
  expect(readFileSync(logFileOf(dataDir), 'utf8')).not.toContain('secret')
})

test('a folder that takes no files costs the files and nothing else', async () => {
  writeFileSync(logFolderOf(dataDir), 'in the way')
  const logs = openLogs()
  say(logs, 'heard')
  await logs[Symbol.asyncDispose]()
  expect(logs.after(0).map(({ message }) => message)).toEqual(['heard'])
})

test('a file that can’t be written holds up nobody', async () => {
  mkdirSync(logFileOf(dataDir), { recursive: true })
  const logs = openLogs()
  say(logs, 'heard')
  await logs[Symbol.asyncDispose]()
  say(logs, 'afterwards')
  expect(logs.after(0).map(({ message }) => message)).toEqual(['heard', 'afterwards'])
})

test('who follows gets the last lines and then each that comes, as filtered', async () => {
  await using logs = openLogs()
  for (const message of ['one', 'two', 'three']) say(logs, message)
  const ended = new AbortController()
  const heard: string[] = []
  const following = (async () => {
    const filter = { level: 'info', last: 2 } as const
    for await (const page of followLogs(logs, filter, ended.signal)) {
      heard.push(...page.map(({ message }) => message))
    }
  })()
  await expect.poll(() => heard).toEqual(['two', 'three'])
  logs.write('warn', { module: 'test', message: 'four', sessionId })
  await expect.poll(() => heard).toEqual(['two', 'three', 'four'])
  ended.abort()
  await following
})

test('a line that was cut off is left out', async () => {
  mkdirSync(logFolderOf(dataDir))
  const line = { level: 'info', time: 5, module: 'host', msg: 'Whole.' }
  writeFileSync(logFileOf(dataDir), `${JSON.stringify(line)}\n{"level":"in`)
  expect((await readAll()).map(({ message }) => message)).toEqual(['Whole.'])
})
