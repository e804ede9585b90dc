import type { Draft } from '#shared/events/index.ts'
import { type ProjectTask, TaskFields } from '#shared/events/task.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { TasksState } from '#shared/projections/tasks.ts'
import type { Clock } from '../runtime/clock.ts'
import { Turns } from '../runtime/serial-queue.ts'
import type { Store } from '../store/store.ts'
import type { TaskWrite } from '../store/tables/tasks.ts'
import type { CallSource } from '../workspace/files/file-changes.ts'

/** More would be no list that anybody reads. */
const MOST = 500
/** Noted by one event. */
const NOTED = 50

/** Which task, as whoever changes it knew it. */
export interface KnownTask {
  readonly id: number
  readonly version: number
}

export type TaskEdit = { readonly [F in keyof TaskFields]?: TaskFields[F] | undefined }

/** The tasks of one project, for whoever changes them. Expected failures are sentences. */
export interface ProjectTasks {
  /** By number. */
  list(): readonly ProjectTask[]
  /** Fails with `not-found`. */
  get(id: number): ProjectTask
  create(fields: TaskEdit): Promise<ProjectTask>
  /** Fails with `conflict` where it is another version by now. */
  update(known: KnownTask, edit: TaskEdit): Promise<ProjectTask>
  /** What depended on it no longer does. */
  remove(known: KnownTask): Promise<void>
}

/** Whose tasks, and whose log says that they changed; no session: nobody's. */
interface TaskPlace {
  readonly projectId: ProjectId
  readonly sessionId: SessionId | undefined
  readonly by: CallSource | { readonly type: 'person' }
  /** What a run writes to; absent: a person changes them. */
  readonly log?: TaskLog
}

interface TaskLog {
  /** Writes what is said and what is stored in one, or fails. */
  appendWith(put: () => void, ...drafts: readonly Draft[]): Promise<void>
  /** Takes known secrets out of what is kept. */
  redactData<T>(data: T): T
}

/** What is to be done on each project. Of one project, changes come one after the other. */
export class Tasks {
  readonly #store: Store
  readonly #clock: Clock
  readonly #onDidChange: (projectId: ProjectId) => void
  readonly #turns = new Turns<ProjectId>()

  constructor(parts: {
    readonly store: Store
    readonly clock: Clock
    readonly onDidChange: (projectId: ProjectId) => void
  }) {
    this.#store = parts.store
    this.#clock = parts.clock
    this.#onDidChange = parts.onDidChange
  }

  of(place: TaskPlace): ProjectTasks {
    const { projectId, log } = place
    const shown = <T>(fields: T): T => log?.redactData(fields) ?? fields
    const inTurn = <T>(work: () => Promise<T>) => this.#turns.take(projectId, work)
    return {
      list: () => this.#store.tasks.list(projectId),
      get: (id) => this.#get(projectId, id),
      create: (fields) => inTurn(() => this.#create(place, shown(fields))),
      update: (known, edit) => inTurn(() => this.#update(place, known, shown(edit))),
      remove: (known) => inTurn(() => this.#remove(place, known)),
    }
  }

  /** What a session has not taken note of yet, for its log. */
  toNote(projectId: ProjectId, { byId }: TasksState): readonly Draft[] {
    const now = this.#store.tasks.list(projectId)
    const changed = now.filter(({ id, version }) => byId[id]?.version !== version)
    const there = new Set(now.map(({ id }) => id))
    const removed = Object.values(byId).filter(({ id }) => !there.has(id))
    const drafts: Draft[] = []
    for (
      let start = 0;
      start < Math.max(changed.length, Math.min(1, removed.length));
      start += NOTED
    ) {
      const gone = start === 0 ? removed.map(({ id }) => id) : []
      const data = { changed: changed.slice(start, start + NOTED), removed: gone }
      drafts.push({ kind: 'task.changed', data: { ...data, by: 'elsewhere' } })
    }
    return drafts
  }

  #get(projectId: ProjectId, id: number): ProjectTask {
    const task = this.#store.tasks.find(projectId, id)
    if (task) return task
    throw new AppError('not-found', `There is no task #${id}.`)
  }

  async #create(place: TaskPlace, fields: TaskEdit): Promise<ProjectTask> {
    const { projectId } = place
    const others = this.#store.tasks.list(projectId)
    if (others.length >= MOST) {
      const message = `The project has ${MOST} tasks: remove some that are done before you add others.`
      throw new AppError('limit', message)
    }
    const id = this.#store.tasks.nextId(projectId)
    const at = this.#clock.now()
    const task = { ...TaskFields.parse(fields), id, version: 1, createdAt: at, changedAt: at }
    checkNeeds(others, task)
    await this.#write(place, [{ id, task }])
    return task
  }

  async #update(place: TaskPlace, known: KnownTask, edit: TaskEdit): Promise<ProjectTask> {
    const before = this.#getKnown(place.projectId, known)
    const named = Object.entries(edit).filter(([, value]) => value !== undefined)
    const fields = TaskFields.parse({ ...before, ...Object.fromEntries(named) })
    const task = this.#toNext(before, fields)
    checkNeeds(this.#store.tasks.list(place.projectId), task)
    await this.#write(place, [{ id: task.id, task }])
    return task
  }

  async #remove(place: TaskPlace, known: KnownTask): Promise<void> {
    const { id } = this.#getKnown(place.projectId, known)
    const waiting = this.#store.tasks
      .list(place.projectId)
      .filter(({ dependsOn }) => dependsOn.includes(id))
      .map((task) => {
        const dependsOn = task.dependsOn.filter((one) => one !== id)
        return { id: task.id, task: this.#toNext(task, { ...task, dependsOn }) }
      })
    await this.#write(place, [{ id, task: null }, ...waiting])
  }

  #toNext(before: ProjectTask, fields: TaskFields): ProjectTask {
    const { id, version, createdAt } = before
    return { ...fields, id, version: version + 1, createdAt, changedAt: this.#clock.now() }
  }

  #getKnown(projectId: ProjectId, { id, version }: KnownTask): ProjectTask {
    const task = this.#get(projectId, id)
    if (task.version === version) return task
    throw new AppError(
      'conflict',
      `Task #${id} has changed meanwhile: it is version ${task.version} now, and you know ${version}. Look at it again before you change it.`,
    )
  }

  /** The tasks and what says that they changed are written together. */
  async #write(place: TaskPlace, writes: readonly TaskWrite[]): Promise<void> {
    const { projectId, sessionId, log } = place
    const { tasks, events } = this.#store
    const put = () => {
      for (const write of writes) tasks.put(projectId, write)
    }
    if (log) await log.appendWith(put, toDraft(place, writes))
    else if (sessionId === undefined)
      for (const write of writes) await tasks.write(projectId, write)
    else await events.append(sessionId, [toDraft(place, writes)], put)
    this.#onDidChange(projectId)
  }
}

function toDraft({ by }: TaskPlace, writes: readonly TaskWrite[]): Draft {
  const changed = writes.flatMap(({ task }) => task ?? [])
  const removed = writes.filter(({ task }) => task === null).map(({ id }) => id)
  const data = { changed, removed, by: by.type }
  if (by.type === 'person') return { kind: 'task.changed', data }
  const { spanId, runId, agentId } = by
  return {
    kind: 'task.changed',
    spanId,
    ...(runId && { runId }),
    ...(agentId && { agentId }),
    data,
  }
}

function checkNeeds(tasks: readonly ProjectTask[], task: ProjectTask): void {
  const missing = task.dependsOn.find((id) => !tasks.some((one) => one.id === id))
  if (missing !== undefined && missing !== task.id) {
    throw new AppError('invalid-input', `There is no task #${missing} that it could depend on.`)
  }
  const cycle = findCycle(tasks, task)
  if (!cycle) return
  const told = cycle.map((id) => `#${id}`).join(' → ')
  throw new AppError('invalid-input', `Tasks would wait for each other: ${told}.`)
}

/** What a task needs to be known for. */
interface Depending {
  readonly id: number
  readonly dependsOn: readonly number[]
}

/**
 * Tasks that would wait for each other, from `id` back to it, if it depended on `dependsOn`;
 * `undefined`: none would. Of the others it is known that none do.
 */
export function findCycle(
  tasks: readonly Depending[],
  { id, dependsOn }: Depending,
): readonly number[] | undefined {
  const needs = new Map(tasks.map((task) => [task.id, task.dependsOn]))
  const seen = new Set<number>()
  const open: (readonly number[])[] = dependsOn.map((first) => [id, first])
  for (let path = open.pop(); path; path = open.pop()) {
    const last = path.at(-1)
    if (last === undefined) continue
    if (last === id) return path
    if (seen.has(last)) continue
    seen.add(last)
    for (const next of needs.get(last) ?? []) open.push([...path, next])
  }
  return undefined
}
