import { resolve } from 'node:path'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import { type ProjectTask, TaskFields } from '#shared/events/task.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toPrintable } from '../command-line/format-output.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'tasks',
  usage: [
    'orrery tasks [list] [--all] [--project DIR] [--json]',
    'orrery tasks add TITLE [--project DIR]',
    'orrery tasks done NUMBER [--project DIR]',
  ],
  about: 'What is to be done on a project, beyond one session; agents and you write it down.',
  table: {
    NUMBER: { help: 'As the list shows it, with or without #' },
    all: { type: 'boolean', help: 'Also what is done or dropped' },
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The project it is about (here: the current folder)',
    },
    json: { type: 'boolean', help: 'The list as JSON, with all that is said of each' },
  },
  positionals: { min: 0, max: 2, what: 'what to do, and with which' },
  run: async ({ values, positionals: words }) => {
    const [verb = 'list', which] = words
    const what = readChoice('orrery tasks', verb, ['list', 'add', 'done']) ?? 'list'
    if (what !== 'list' && which === undefined) {
      const missing = what === 'add' ? 'what is to be done' : 'which task is done'
      throw wrongUsage(`Say ${missing}. See: orrery help tasks`)
    }
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'tasks')
    const { client } = opened
    const { projectId } = await client['projects.open']({ path: resolve(values.project ?? '.') })
    const place = { client, projectId }
    if (what === 'add') await add(place, which ?? '')
    else if (what === 'done') await finish(place, which ?? '')
    else await list(place, { isAll: values.all ?? false, isJson: values.json ?? false })
    return EXIT.ok
  },
})

interface Place {
  readonly client: Client<HostContract>
  readonly projectId: ProjectId
}

async function list(
  { client, projectId }: Place,
  { isAll, isJson }: { readonly isAll: boolean; readonly isJson: boolean },
): Promise<void> {
  const tasks = await client['tasks.list']({ projectId })
  const shown = isAll ? tasks : tasks.filter((task) => !isOver(task))
  console.log(isJson ? formatJson(shown) : toText(shown, tasks.length))
}

function isOver({ status }: ProjectTask): boolean {
  return status === 'done' || status === 'dropped'
}

function toText(tasks: readonly ProjectTask[], count: number): string {
  const width = Math.max(2, ...tasks.map(({ id }) => `#${id}`.length))
  const rows = tasks.map(({ id, status, priority, title, who }) => {
    const told = [title, priority !== 'normal' && `(${priority})`, who && `– ${who}`]
    const words = told.filter((word) => word !== false && word !== '').join(' ')
    return `${`#${id}`.padStart(width)}  ${status.replace('_', ' ').padEnd(11)}  ${words}`
  })
  if (rows.length > 0) return toPrintable(rows.join('\n'))
  return count === 0
    ? 'There are no tasks here. Write one down: orrery tasks add "What is to be done"'
    : 'All tasks here are over. See them with --all.'
}

async function add({ client, projectId }: Place, title: string): Promise<void> {
  const { data: fields } = TaskFields.safeParse({ title })
  if (!fields) throw new AppError('invalid-input', 'A task has a title of at most 200 characters.')
  const { id } = await client['tasks.create']({ projectId, fields })
  console.log(`Task #${id} is added.`)
}

async function finish({ client, projectId }: Place, number: string): Promise<void> {
  const id = Number(number.replace(/^#/, ''))
  const tasks = await client['tasks.list']({ projectId })
  const task = tasks.find((one) => one.id === id)
  if (!task)
    throw new AppError(
      'not-found',
      `There is no task ${toPrintable(number)} here. See: orrery tasks --all`,
    )
  await client['tasks.update']({
    projectId,
    id,
    version: task.version,
    fields: { status: 'done' },
  })
  console.log(`Task #${id} is done.`)
}
