import type { Effect } from '#shared/events/value.ts'
import { askPerson } from './ask-person.ts'
import { createTeam } from './create-team.ts'
import type { Tool } from './define.ts'
import { delegateTask } from './delegate-task.ts'
import { deleteFile } from './delete.ts'
import { deleteTeam } from './delete-team.ts'
import { editFile } from './edit-file.ts'
import { execute } from './execute.ts'
import { glob } from './glob.ts'
import { grep } from './grep.ts'
import { ls } from './ls.ts'
import { readFile } from './read-file.ts'
import { sendMessage } from './send-message.ts'
import { task } from './task.ts'
import { writeFile } from './write-file.ts'
import { writeTodos } from './write-todos.ts'

/** Every tool there is. To add one: write its file, list it here. */
export const tools: readonly Tool[] = [
  ls,
  readFile,
  writeFile,
  editFile,
  deleteFile,
  glob,
  grep,
  execute,
  task,
  delegateTask,
  createTeam,
  sendMessage,
  deleteTeam,
  askPerson,
  writeTodos,
]

const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))

/** A tool nobody described is taken for one that can do anything. */
export function toolNamed(name: string): Tool {
  return byName.get(name) ?? { name, effect: 'execute', title: () => name }
}

/** Whether somebody has said what the tool does. */
export function isKnown(name: string): boolean {
  return byName.has(name)
}

/** The effect a tool is judged by. */
export function effectOf(name: string): Effect {
  return toolNamed(name).effect
}
