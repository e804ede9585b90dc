import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { type HostFixture, openHostFixture } from '../../../test/support/host-fixture.ts'
import { answersIn, calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'

const VALUE = 'postgres://ada:secret@localhost/shop'
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/',
  DATABASE_URL: VALUE,
  GITHUB_TOKEN: 'gh-secret-of-the-host',
  ORRERY_PASSWORD: 'correct horse battery',
}

const MIGRATE = `if (!process.env.DATABASE_URL) throw new Error('DATABASE_URL is not set')
console.log('migrated ' + process.env.DATABASE_URL.length)
`
const files = { 'project/migrate.mjs': MIGRATE }
const migrate = { name: 'run_command', args: { command: 'node migrate.mjs' } }
const script = scriptAgents({ Migrate: [calls(migrate), says('It failed.'), calls(migrate)] })

async function promptAndWait({ client }: HostFixture, sessionId: SessionId) {
  const { runId } = await client['sessions.send']({ sessionId, text: 'Migrate' })
  const events: AnyEvent[] = []
  for await (const page of client['sessions.events']({ sessionId }, AbortSignal.timeout(60_000))) {
    events.push(...page)
    if (page.some((event) => event.kind === 'run.ended' && event.runId === runId)) break
  }
  return events.filter((event) => event.kind === 'tool.ended').map(({ data }) => data)
}

test('a failed command names what it lacked, and the next one gets what a person allowed', async () => {
  await using fixture = await openHostFixture({ script, env, files })
  const { client, server } = fixture
  const projectId = await fixture.open()
  const sessionId = await fixture.createSession(projectId)
  await client['sessions.configure']({ sessionId, profile: 'trusted' })
  const [failed] = await promptAndWait(fixture, sessionId)
  expect(failed).toMatchObject({ outcome: 'error', withheld: ['DATABASE_URL'] })
  const [told] = server.requests.flatMap(answersIn)
  expect(told).toContain(
    "[Orrery withholds DATABASE_URL from agents' programs. If it is needed, ask the person to allow it in this project: on this call's card, or with orrery settings environment.allow DATABASE_URL]",
  )
  await client['environment.allow']({ projectId, names: ['DATABASE_URL'] })
  const ended = await promptAndWait(fixture, sessionId)
  expect(ended.map(({ outcome, withheld }) => [outcome, withheld])).toEqual([
    ['error', ['DATABASE_URL']],
    ['ok', undefined],
  ])
  expect(JSON.stringify([ended, server.requests])).not.toContain(VALUE)
}, 120_000)

test('what is allowed counts in one project, and can be taken back', async () => {
  await using fixture = await openHostFixture({ env })
  const { client } = fixture
  const [projectId, other] = [await fixture.open(), await fixture.open('other')]
  const read = () => client['environment.read']({ projectId })
  const withheld = ['DATABASE_URL', 'GITHUB_TOKEN', 'ORRERY_PASSWORD']
  expect(await read()).toEqual({ allowed: [], withheld })
  await client['environment.allow']({ projectId, names: ['GITHUB_TOKEN', 'LATER'] })
  const allowed = [
    { name: 'GITHUB_TOKEN', isSet: true },
    { name: 'LATER', isSet: false },
  ]
  expect(await read()).toEqual({ allowed, withheld: ['DATABASE_URL', 'ORRERY_PASSWORD'] })
  expect(await client['environment.read']({ projectId: other })).toEqual({ allowed: [], withheld })
  await client['environment.withhold']({ projectId, names: ['GITHUB_TOKEN', 'LATER', 'NONE'] })
  expect(await read()).toEqual({ allowed: [], withheld })
  expect((await client['settings.read']({})).environment).toEqual({ byProject: {} })
})

test.each(['ORRERY_PASSWORD', 'orrery_data_dir', 'NODE_CHANNEL_FD', 'A=B', ''])(
  'refuses to allow “%s”',
  async (name) => {
    await using fixture = await openHostFixture({ env })
    const projectId = await fixture.open()
    const allowed = fixture.client['environment.allow']({ projectId, names: [name] })
    await expect(allowed).rejects.toMatchObject({ code: 'invalid-input' })
  },
)

test('a project’s own settings allow nothing', async () => {
  const text = JSON.stringify({ environment: { allow: ['DATABASE_URL'] } })
  const own = { ...files, 'project/.orrery/settings.json': text }
  await using fixture = await openHostFixture({ env, files: own, script })
  const projectId = await fixture.open()
  const sessionId = await fixture.createSession(projectId)
  await fixture.client['sessions.configure']({ sessionId, profile: 'trusted' })
  const [failed] = await promptAndWait(fixture, sessionId)
  expect(failed).toMatchObject({ outcome: 'error', withheld: ['DATABASE_URL'] })
  const named = { environment: { byProject: { [projectId]: { allow: ['DATABASE_URL'] } } } }
  writeFileSync(join(fixture.folder, 'project/.orrery/settings.json'), JSON.stringify(named))
  const { allowed } = await fixture.client['environment.read']({ projectId })
  expect(allowed).toEqual([])
  expect(contract['settings.change'].input.safeParse(named).success).toBe(false)
}, 60_000)
