import type { ProjectTask } from '#shared/events/task.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { KnownTask, ProjectTasks, TaskEdit } from '../../../tasks/tasks.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { manageTasks, type TaskArgs } from '../../catalogue/planning/manage-tasks.ts'
import { defineRunner } from '../../context/define-runner.ts'

export const manageTasksRunner = defineRunner(manageTasks, {
  run: async (args, { tasks }) => {
    switch (args.action) {
      case 'list':
        return list(tasks, args)
      case 'get':
        return formatTask(tasks.get(idOf(args)))
      case 'create':
        return formatTask(await tasks.create(toEdit(args)), 'Added')
      case 'update':
        return formatTask(await tasks.update(knownOf(args), toEdit(args)), 'Changed')
      case 'remove': {
        const known = knownOf(args)
        await tasks.remove(known)
        return `Removed task #${known.id}.`
      }
    }
  },
})

function toEdit({ depends_on: needs, ...args }: TaskArgs): TaskEdit {
  const { title: named, description: said, status, priority, who: whose, files: about } = args
  if (args.action === 'create' && named === undefined) {
    throw new AppError('invalid-input', 'A task needs a `title`.')
  }
  const fields = { description: said, status, priority, who: whose, dependsOn: needs, files: about }
  return { ...fields, title: named }
}

function idOf({ id, action }: TaskArgs): number {
  if (id !== undefined) return id
  throw new AppError('invalid-input', `Say the \`id\` of the task to ${action}.`)
}

function knownOf(args: TaskArgs): KnownTask {
  const id = idOf(args)
  if (args.version !== undefined) return { id, version: args.version }
  throw new AppError(
    'invalid-input',
    `Say the \`version\` of task #${id} that you saw: get it first.`,
  )
}

function list(tasks: ProjectTasks, { status, who: whose }: TaskArgs): ToolAnswer {
  const all = tasks.list()
  const found = all.filter(
    (task) =>
      (status === undefined || task.status === status) &&
      (whose === undefined || task.who.toLowerCase() === whose.toLowerCase()),
  )
  const display = { type: 'list', items: found.length } as const
  if (found.length === 0) {
    const none = all.length === 0 ? 'The project has no tasks.' : 'No task is like that.'
    return { text: none, display }
  }
  const isDone = new Set(all.filter((one) => one.status === 'done').map(({ id }) => id))
  const lines = found.map((task) => toLine(task, isDone))
  return { text: boundLines(lines, 'Ask for one status.'), display }
}

function toLine(task: ProjectTask, isDone: ReadonlySet<number>): string {
  const waiting = task.dependsOn.filter((id) => !isDone.has(id)).map((id) => `#${id}`)
  const told = [
    `#${task.id} [${task.status}${task.priority === 'normal' ? '' : `, ${task.priority}`}] ${task.title}`,
    task.who && `(${task.who})`,
    waiting.length > 0 && `waits for ${waiting.join(', ')}`,
    `v${task.version}`,
  ]
  return told.filter(Boolean).join(' ')
}

function formatTask(task: ProjectTask, done?: string): ToolAnswer {
  const { id, version, dependsOn: needs, files: about } = task
  const lines = [
    `${done ? `${done} task` : 'Task'} #${id}, version ${version}: ${task.title}`,
    `Status ${task.status}, priority ${task.priority}${task.who ? `, ${task.who}` : ''}`,
    needs.length > 0 && `Depends on ${needs.map((one) => `#${one}`).join(', ')}`,
    about.length > 0 && `Files: ${about.join(', ')}`,
    task.description && `\n${task.description}`,
  ]
  const text = lines.filter((line) => line !== false && line !== '').join('\n')
  return { text, display: { type: 'text', lines: text.split('\n').length } }
}
