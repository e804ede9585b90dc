import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { sessions } from '#shared/contract/procedures/sessions.ts'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { ClientName, ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { ModelName, Profile } from '#shared/settings/settings.ts'
import type { StatesPiece } from '#shared/wire/state-chunks.ts'
import { resolveSaid } from '../changes/comments.ts'
import { importSession } from '../exchange/import-session.ts'
import { findOwnFolder, refuseToDiscard, removePlace } from '../forks/fork-worktrees.ts'
import { findModel, getModel, type ModelChoices } from '../providers/registry/choose-model.ts'
import { checkFolder, getProject, getSession } from '../sessions/session-rows.ts'
import { type ProjectPlace, readTrustedSettings } from '../trust/trusted-settings.ts'
import { cutPages } from './event-pagination.ts'
import { SAMPLE_REPLAY } from './host.ts'
import type { Parts } from './parts.ts'
import { realFolder } from './projects.ts'
import { toLimits } from './settings.ts'

export function sessionHandlers(parts: Parts): Handlers<typeof sessions> {
  return { ...readingHandlers(parts), ...runHandlers(parts), ...changingHandlers(parts) }
}

type Some<Names extends keyof typeof sessions> = Handlers<Pick<typeof sessions, Names>>

function readingHandlers(
  parts: Parts,
): Some<'sessions.list' | 'sessions.open' | 'sessions.events' | 'sessions.readEvents'> {
  const { store } = parts
  return {
    'sessions.list': async ({ projectId }) => {
      await store.summaries.load()
      return store.summaries.list(projectId).filter(({ id }) => !parts.bin.has(id))
    },
    'sessions.open': ({ sessionId }) => openStates(parts, sessionId),
    'sessions.events': ({ sessionId, after }, signal) =>
      cutPages(followSession(parts, { sessionId, after }, signal)),
    'sessions.readEvents': ({ sessionId, after, through }) => {
      getSession(store, sessionId)
      return cutPages(store.events.read(sessionId, { after, through }))
    },
  }
}

async function* openStates(
  { store, states, workspaces }: Parts,
  sessionId: SessionId,
): AsyncGenerator<StatesPiece> {
  getSession(store, sessionId)
  for (const piece of await states.loadPieces(sessionId)) {
    yield piece
    await nextTurn()
  }
  // Opening the workspace records what has changed on disk since. A session whose folder has gone has none.
  void workspaces.get(sessionId).catch(() => undefined)
}

/** While somebody follows a session, its files are watched. */
async function* followSession(
  { store, workspaces }: Parts,
  { sessionId, after }: { readonly sessionId: SessionId; readonly after: number },
  signal: AbortSignal,
): AsyncGenerator<readonly AnyEvent[]> {
  getSession(store, sessionId)
  using _held = workspaces.hold(sessionId)
  yield* store.events.follow(sessionId, after, signal)
}

function runHandlers(
  parts: Parts,
): Some<
  | 'sessions.send'
  | 'sessions.resume'
  | 'sessions.compact'
  | 'sessions.switchModel'
  | 'sessions.pause'
  | 'sessions.stop'
> {
  const { store } = parts
  return {
    'sessions.send': async ({ sessionId, limits: given, waitForLimits, ...input }) => {
      await readyToRun(parts, sessionId)
      const limits = toLimits(parts, given)
      const settings = { limits, waitsForLimits: waitForLimits }
      const runId = await (await parts.runs()).send(sessionId, { ...input, ...settings })
      await resolveSaid(parts, sessionId, input.text)
      return { runId }
    },
    'sessions.resume': async ({
      sessionId,
      limits: given,
      allowTools,
      waitForLimits,
      keepWait,
    }) => {
      await readyToRun(parts, sessionId)
      const limits = given && toLimits(parts, given)
      const waiting = { waitsForLimits: waitForLimits, keepsWait: keepWait }
      const settings = { allowTools, ...waiting, ...(limits && { limits }) }
      return { runId: await (await parts.runs()).resume(sessionId, settings) }
    },
    'sessions.compact': async ({ sessionId }) => {
      await readyToRun(parts, sessionId)
      const compacted = await (await parts.runs()).compact(sessionId)
      if (!compacted) return { when: 'next-call' }
      const { droppedMessages, keptMessages } = compacted
      return { when: 'now', droppedMessages, keptMessages }
    },
    'sessions.switchModel': async ({ sessionId, model, baseUrl }) => {
      await readyToRun(parts, sessionId)
      const ref = parts.providers.findModel(model, baseUrl)
      await parts.providers.checkReady(ref)
      return { runId: await (await parts.runs()).switchModel(sessionId, ref) }
    },
    'sessions.pause': async ({ sessionId }) => {
      getSession(store, sessionId)
      await (await parts.findRuns())?.pause(sessionId)
      return {}
    },
    'sessions.stop': async ({ sessionId, how }) => {
      getSession(store, sessionId)
      const isWaiting = store.summaries.of(sessionId)?.waitsUntil !== undefined
      const runs = await (isWaiting ? parts.runs() : parts.findRuns())
      await (how === 'kill' ? runs?.kill(sessionId) : runs?.stop(sessionId))
      return {}
    },
  }
}

/** Fails with a sentence where the folder has gone, or no model can be had. */
export async function readyToRun(parts: Parts, sessionId: SessionId): Promise<void> {
  const row = getSession(parts.store, sessionId)
  await checkFolder(row)
  const { states } = await parts.states.load(sessionId)
  if (!states.status.model) await getModel(parts.providers, await choicesFor(parts, row))
}

async function choicesFor(
  { store }: Parts,
  place: ProjectPlace,
): Promise<Pick<ModelChoices, 'project' | 'person'>> {
  return { project: await readTrustedSettings(store, place), person: store.settings.read() }
}

function changingHandlers(
  parts: Parts,
): Some<
  | 'sessions.create'
  | 'sessions.configure'
  | 'sessions.rename'
  | 'sessions.delete'
  | 'sessions.restore'
  | 'sessions.openSample'
> {
  const { store } = parts
  return {
    'sessions.create': async (input, _signal, client) => ({
      sessionId: await createSession(parts, { ...input, client }),
    }),
    'sessions.configure': async ({ sessionId, profile, fallbacks, ...asked }, _signal, client) => {
      const model = await findAskedModel(parts, sessionId, asked)
      const data = {
        ...(model && { model }),
        ...askedFallbacks(parts, fallbacks),
        ...(profile && { profile }),
        ...(client && { client }),
      }
      await store.events.append(sessionId, [{ kind: 'session.configured', data }])
      return {}
    },
    'sessions.rename': async ({ sessionId, title }) => {
      getSession(store, sessionId)
      const data = { title, by: 'person' } as const
      await store.events.append(sessionId, [{ kind: 'session.renamed', data }])
      return {}
    },
    'sessions.delete': async ({ sessionId, canUndo, discard: isDiscarded }) => {
      if (!isDiscarded) await refuseToDiscard(parts, getSession(store, sessionId))
      if (canUndo) await discard(parts, sessionId)
      else await parts.bin.remove(sessionId)
      return {}
    },
    'sessions.restore': async ({ sessionId }) => {
      if (!store.sessions.find(sessionId) || parts.bin.isLeaving(sessionId)) throw deletedForGood()
      parts.bin.takeBack(sessionId)
      parts.changes.fire({ topic: 'sessions' })
      return {}
    },
    'sessions.openSample': async () => ({ sessionId: await openSample(parts) }),
  }
}

interface AskedModel {
  readonly model?: ModelName | undefined
  readonly baseUrl?: string | undefined
}

/** `undefined`: the session keeps its own. */
async function findAskedModel(
  { states, store, providers }: Parts,
  sessionId: SessionId,
  { model, baseUrl }: AskedModel,
): Promise<ModelRef | undefined> {
  getSession(store, sessionId)
  if (model !== undefined) return providers.findModel(model, baseUrl)
  if (baseUrl === undefined) return undefined
  const own = (await states.load(sessionId)).states.status.model
  return own ? { ...own, baseUrl } : providers.getServedModel(baseUrl)
}

/** Absent: the session has none of its own. */
function askedFallbacks({ providers }: Parts, names: readonly ModelName[] | undefined) {
  return names && { fallbacks: names.map((name) => providers.findModel(name)) }
}

interface NewSession extends AskedModel {
  readonly projectId: ProjectId
  readonly fallbacks?: readonly ModelName[] | undefined
  readonly profile?: Profile | undefined
  readonly title?: string | undefined
  readonly client?: ClientName | undefined
}

export async function createSession(parts: Parts, asked: NewSession): Promise<SessionId> {
  const { store, ids, clock } = parts
  const project = getProject(store, asked.projectId)
  const root = await realFolder(project.path)
  const choices = await choicesFor(parts, { projectId: project.id, root })
  const { model: name, baseUrl } = asked
  const model = await findModel(parts.providers, { asked: name, baseUrl, ...choices })
  const sessionId = ids.session()
  const row = { id: sessionId, projectId: project.id, root, createdAt: clock.now() }
  const configured = {
    ...(model && { model }),
    ...askedFallbacks(parts, asked.fallbacks),
    profile: asked.profile ?? choices.person.profile,
    ...(asked.client && { client: asked.client }),
  }
  const created = { projectId: project.id, projectName: project.name, root }
  await store.sessions.create(row, [
    { kind: 'session.created', data: created },
    { kind: 'session.configured', data: configured },
    ...(asked.title === undefined ? [] : [renamed(asked.title)]),
  ])
  void takeSnapshot(parts, sessionId)
  return sessionId
}

function renamed(title: string): Draft {
  return { kind: 'session.renamed', data: { title, by: 'person' } }
}

/** In the background: what changes files waits for it, nothing else does. Settles always. */
export async function takeSnapshot(
  { store, workspaces, report }: Pick<Parts, 'store' | 'workspaces' | 'report'>,
  sessionId: SessionId,
): Promise<void> {
  using _held = workspaces.hold(sessionId)
  try {
    await (await workspaces.get(sessionId)).snapshot()
  } catch (error) {
    const isClosed = AppError.is(error) && error.code === 'cancelled'
    const isDeleted = store.sessions.find(sessionId) === undefined
    if (!isClosed && !isDeleted) report(error, 'taking a snapshot')
  }
}

async function discard(
  { store, bin, changes, findRuns }: Parts,
  sessionId: SessionId,
): Promise<void> {
  getSession(store, sessionId)
  await (await findRuns())?.kill(sessionId)
  // Somebody else may have deleted it for good meanwhile.
  getSession(store, sessionId)
  bin.put(sessionId)
  changes.fire({ topic: 'sessions' })
}

function deletedForGood(): AppError {
  const message = 'This session is deleted for good: nothing of it is left to bring back.'
  return new AppError('not-found', message)
}

type RemovingParts = Pick<Parts, 'store' | 'workspaces' | 'changes' | 'findRuns' | 'terminals'>

/** Deletes its log for good, after all that is at work in it has ended. */
export async function removeSession(parts: RemovingParts, sessionId: SessionId): Promise<void> {
  const { store, workspaces, changes } = parts
  const row = getSession(store, sessionId)
  await (await parts.findRuns())?.kill(sessionId)
  await (await parts.terminals()).closeAll(sessionId)
  await workspaces.close(sessionId)
  await store.sessions.delete(sessionId)
  const own = findOwnFolder(store.dataDir, row)
  if (own) await removePlace(own)
  changes.fire({ topic: 'sessions' })
}

async function openSample(parts: Parts): Promise<SessionId> {
  const imported = await importSession(parts.store, join(parts.resourcesDir, SAMPLE_REPLAY))
  parts.changes.fire({ topic: 'sessions' })
  return imported
}
