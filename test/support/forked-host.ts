import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEvent } from '#shared/events/index.ts'
import { assert } from '#shared/lib/assert.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { type HostFixture, type HostFixtureOptions, openHostFixture } from './host-fixture.ts'

/** For tests: a host with a session whose project may be a repository, to be gone back in. */
export interface ForkedHost extends HostFixture {
  readonly sessionId: SessionId
  readonly root: string
  git(...args: readonly string[]): string
  events(sessionId?: SessionId): Promise<AnyEvent[]>
  states(sessionId?: SessionId): Promise<SessionStates>
  /** Says it and waits for the end of the run, which is a good one. */
  prompt(text: string, sessionId?: SessionId): Promise<SessionStates>
  /** The seq of the nth event of a kind, counted from 1. */
  seqOf(kind: AnyEvent['kind'], nth?: number): Promise<number>
}

export async function openForkedHost(
  options: HostFixtureOptions & {
    readonly isGit?: boolean
    /** Git's, which its first commit is made by. */
    readonly settings?: Readonly<Record<string, string>>
  },
): Promise<ForkedHost> {
  const host = await openHostFixture(options)
  const root = join(host.folder, 'project')
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...IDENTITY, ...args], { cwd: root, encoding: 'utf8' })
  if (options.isGit) {
    git('init', '-q', '-b', 'main')
    for (const setting of Object.entries(options.settings ?? {})) git('config', ...setting)
    git('add', '-A')
    git('commit', '-qm', 'first')
  }
  const { client } = host
  const own = await host.createSession(await host.open())
  await client['sessions.configure']({ sessionId: own, profile: 'trusted' })
  const states = async (sessionId = own) =>
    (await joinStates(client['sessions.open']({ sessionId }))).states
  const events = async (sessionId = own) => {
    const { seq: through } = await joinStates(client['sessions.open']({ sessionId }))
    const all: AnyEvent[] = []
    for await (const page of client['sessions.readEvents']({ sessionId, through }))
      all.push(...page)
    return all
  }
  return {
    ...host,
    ...{ sessionId: own, root, git, states, events },
    prompt: async (text, sessionId = own) => {
      const { runId } = await client['sessions.send']({ sessionId, text })
      await untilOver(client, sessionId, runId)
      const after = await states(sessionId)
      assert(after.status.lastOutcome === 'ok', `the run after “${text}” ended well`)
      return after
    },
    seqOf: async (kind, nth = 1) => {
      const found = (await events()).filter((event) => event.kind === kind)[nth - 1]
      if (!found) throw new Error(`There is no ${nth}. ${kind}.`)
      return found.seq
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  }
}

const IDENTITY = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']

async function untilOver(
  client: HostFixture['client'],
  sessionId: SessionId,
  runId: string,
): Promise<void> {
  for await (const page of client['sessions.events']({ sessionId }, AbortSignal.timeout(60_000))) {
    if (page.some((event) => event.kind === 'run.ended' && event.runId === runId)) return
  }
  throw new Error('The run has not ended.')
}

export function readIn(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
