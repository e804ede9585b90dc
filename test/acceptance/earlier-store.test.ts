import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { importSession } from '../../src-main/core/exchange/import-session.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openStore } from '../../src-main/core/store/store.ts'
import { cliProgram } from '../support/cli-program.ts'

/**
 * A store that an earlier version wrote, one of its sessions exported, and what that version printed
 * of the store and read from the export. The store holds two runs of the demo agent, of which one was
 * forked, a run that failed and was rewound, tasks and a permission.
 */
const earlier = resolve(import.meta.dirname, '../fixtures/earlier-store')

const Expected = z.object({
  commands: z.array(z.object({ args: z.array(z.string()), output: z.unknown() })).nonempty(),
  tasks: z.array(z.unknown()).nonempty(),
  permissions: z.array(z.unknown()).nonempty(),
  /** By their former names; the state of changes was called `review`. */
  imported: z.looseObject({ review: z.unknown() }),
})
const { commands, tasks, permissions, imported } = Expected.parse(
  JSON.parse(readCompressed('expected.json.gz').toString()),
)

function readCompressed(name: string): Buffer {
  return gunzipSync(readFileSync(join(earlier, name)))
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-earlier-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function openEarlierStore() {
  const dataDir = createFolder()
  writeFileSync(join(dataDir, 'orrery.db'), readCompressed('orrery.db.gz'))
  return openStore({ dataDir, clock: systemClock, mode: 'owner' })
}

test('prints of a store what the earlier version printed', { timeout: 300_000 }, async () => {
  const dataDir = createFolder()
  writeFileSync(join(dataDir, 'orrery.db'), readCompressed('orrery.db.gz'))
  for (const { args, output } of commands) {
    const command = [cliProgram, ...args, '--json', '--data-dir', dataDir]
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: dataDir })
    // A later version may print more, never less or anything else.
    expect({ args, output: JSON.parse(stdout) }).toMatchObject({ args, output })
  }
})

test('migrates a store of an earlier version, with its tasks and permissions', async () => {
  await using store = await openEarlierStore()
  const projects = store.projects.list()
  expect(projects.map(({ path }) => path)).toEqual(['/tmp/reading-list'])
  expect(projects.flatMap(({ id }) => store.tasks.list(id))).toEqual(tasks)
  const rules = projects.flatMap(({ id }) => store.rules.list(id))
  const findClient = (ruleId: string) => store.decisions.findClient('policy.allow', ruleId)
  expect(rules.map((rule) => ({ ...rule, client: findClient(rule.ruleId) }))).toEqual(permissions)
})

test('imports a session that an earlier version exported', async () => {
  const dataDir = createFolder()
  await using store = await openStore({ dataDir, clock: systemClock, mode: 'owner' })
  const sessionId = await importSession(store, join(earlier, 'session.orrery'))
  const states = foldStates(initStates(), [...store.events.read(sessionId)].flat())
  const { review: changes, ...others } = imported
  expect(JSON.parse(JSON.stringify(states))).toEqual({ ...others, changes })
})
