import type { Dirent } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { Folder, Project, projects } from '#shared/contract/procedures/projects.ts'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectRow } from '../store/tables/projects.ts'
import type { Parts } from './parts.ts'

export function projectHandlers(parts: Parts): Handlers<typeof projects> {
  const { store, changes } = parts
  return {
    'projects.list': () => listProjects(parts),
    'projects.open': async ({ path }) => {
      const folder = await realFolder(path)
      const projectId = await store.projects.open({
        id: parts.ids.project(),
        name: basename(folder) || folder,
        path: folder,
        openedAt: parts.clock.now(),
      })
      changes.fire({ topic: 'projects' })
      return { projectId }
    },
    'projects.forget': async ({ projectId }) => {
      await store.projects.forget(projectId)
      changes.fire({ topic: 'projects' })
      return {}
    },
    'projects.restore': async ({ projectId }) => {
      await store.projects.restore(projectId)
      changes.fire({ topic: 'projects' })
      return {}
    },
    'projects.browse': ({ path }) => browse(path ?? homedir()),
  }
}

async function listProjects({ store }: Parts): Promise<Project[]> {
  await store.summaries.load()
  const all = store.summaries.list()
  return Promise.all(
    store.projects.list().map((row) =>
      describe(
        row,
        all.filter(({ projectId }) => projectId === row.id),
      ),
    ),
  )
}

async function describe(row: ProjectRow, own: readonly SessionSummary[]): Promise<Project> {
  const { id, name, path, openedAt } = row
  return {
    id,
    name,
    path,
    openedAt,
    sessions: own.length,
    running: own.filter(({ isRunning }) => isRunning).length,
    costUsd: own.reduce((sum, { costUsd }) => sum + costUsd, 0),
    unpricedCalls: own.reduce((sum, { unpricedCalls }) => sum + unpricedCalls, 0),
    isMissing: !(await isThere(path)),
  }
}

/** Fails with a sentence where there is no such folder. */
export async function realFolder(path: string): Promise<string> {
  const absolute = resolve(path)
  const found = await stat(absolute).catch(() => undefined)
  if (!found) {
    throw new AppError('not-found', `There is no folder ${absolute}. Check its name.`)
  }
  if (!found.isDirectory()) {
    throw new AppError('invalid-input', `${absolute} is a file. Open the folder it lies in.`)
  }
  return realpath(absolute)
}

async function browse(path: string): Promise<Folder> {
  const folder = await realFolder(path)
  const entries = await readFolder(folder)
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b))
  const parent = dirname(folder)
  return {
    path: folder,
    parent: parent === folder ? null : parent,
    folders: await describeFolders(folder, names),
  }
}

async function readFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (cause) {
    throw new AppError('denied', `${folder} can't be read. Choose another folder.`, { cause })
  }
}

/** A few at a time: the answers of hundreds would come all at once, and hold the thread. */
const FOLDERS_AT_ONCE = 16

async function describeFolders(parent: string, names: readonly string[]) {
  const described: Folder['folders'] = []
  for (let start = 0; start < names.length; start += FOLDERS_AT_ONCE) {
    const some = names.slice(start, start + FOLDERS_AT_ONCE)
    const more = await Promise.all(some.map((name) => toFolder(name, join(parent, name))))
    described.push(...more)
  }
  return described
}

async function toFolder(name: string, path: string): Promise<Folder['folders'][number]> {
  return { name, path, isProject: await isProject(path) }
}

/** What makes a folder look like somebody's project. */
const PROJECT_MARKS = ['.git', 'package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'pom.xml']

async function isProject(folder: string): Promise<boolean> {
  const marks = await Promise.all(PROJECT_MARKS.map((mark) => isThere(join(folder, mark))))
  return marks.includes(true)
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
