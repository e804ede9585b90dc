import { AppError } from '#shared/lib/app-error.ts'
import type { DiffQuery, Lines, LogQuery } from '../../../repository/repository.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { type GitArgs, git } from '../../catalogue/git/git.ts'
import { toGitCommand } from '../../catalogue/git/git-command.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ToolContext } from '../../context/tool-context.ts'

export const gitRunner = defineRunner(git, {
  run: async (args, context) => {
    const command = toGitCommand(args)
    if (command === undefined) return await read(args, context)
    checkWhole(args)
    return await context.commands.run(command)
  },
})

function read(args: GitArgs, { repository }: ToolContext): Promise<ToolAnswer> {
  const { action, paths = [], ref } = args
  switch (action) {
    case 'diff':
      return repository.diff(toDiff(args))
    case 'log':
      return repository.log(toLog(args))
    case 'show':
      return repository.show({ ref, paths })
    case 'file':
      return repository.file(onePath(args), ref ?? 'HEAD', linesOf(args))
    case 'blame':
      return repository.blame(onePath(args), ref, linesOf(args))
    case 'branch':
      return repository.branches()
    case 'stash':
      return repository.stashes()
    case 'worktree':
      return repository.worktrees()
    default:
      return repository.status()
  }
}

function toDiff({ ref, paths = [], staged = false }: GitArgs): DiffQuery {
  return { ref, paths, isStaged: staged }
}

function toLog({ ref, paths = [], author, since, until, ...args }: GitArgs): LogQuery {
  const { search, contains, max_count: maxCount = 20 } = args
  return { ref, paths, author, since, until, message: search, text: contains, maxCount }
}

function onePath({ action, paths = [] }: GitArgs): string {
  const [path, ...more] = paths
  if (path !== undefined && more.length === 0) return path
  throw new AppError('invalid-input', `Name one file in \`paths\` for ${action}.`)
}

function linesOf({ start_line: start, end_line: end }: GitArgs): Lines | undefined {
  if (start === undefined && end === undefined) return undefined
  const first = start ?? 1
  return { start: first, end: end ?? first + 499 }
}

/** What would make another command of it, or none, than was meant. */
function checkWhole({ action, operation, message, name, paths = [] }: GitArgs): void {
  if (paths.some((path) => path.includes('\0'))) throw needs('paths without NUL')
  if (action === 'commit' && message === undefined) throw needs('a `message`')
  if (action === 'restore' && paths.length === 0) throw needs('the `paths`')
  if (action === 'branch' && name === undefined) throw needs('the `name` of the branch')
  if (action === 'worktree' && paths.length !== 1) throw needs('one folder in `paths`')
  if (action === 'worktree' && operation === 'switch') throw needs('create or delete')
}

function needs(what: string): AppError {
  return new AppError('invalid-input', `That needs ${what}.`)
}
