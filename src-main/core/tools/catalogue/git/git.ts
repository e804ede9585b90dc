import { z } from 'zod'
import { defineTool } from '../../definition/define-tool.ts'
import { titleOfGit, toGitCommand } from './git-command.ts'

/** Names of commits and branches, also as `main..HEAD~2` or `stash@{0}`: no option, and no path. */
const isRef = (text: string) => /^[^-\s:\p{Cc}?*[\\][^\s:\p{Cc}?*[\\]*$/u.test(text)
const Ref = z.string().min(1).max(200).refine(isRef, 'It must be the name of a commit or a branch.')
const Text = z.string().min(1).max(500)
const Line = z.int().min(1)

const ACTIONS = [
  'status',
  'diff',
  'log',
  'show',
  'file',
  'blame',
  'branch',
  'stash',
  'worktree',
  'commit',
  'restore',
] as const

export const GitArgs = z.object({
  action: z
    .enum(ACTIONS)
    .describe(
      'status: what is changed. diff: changed lines. log: commits. show: one commit and what it changed. file: a file as a commit has it. blame: who last changed each line. branch, stash, worktree: list them, or as `operation` says. commit: commit `paths`, or with `all` everything, or else what is staged. restore: throw away what was changed in `paths` since the last commit.',
    ),
  operation: z
    .enum(['list', 'create', 'switch', 'apply', 'delete'])
    .optional()
    .describe(
      'For branch: create (from `ref`, and switch to it), switch, delete. For stash: create, apply (and take off the list), delete. For worktree: create, delete. They are listed unless given.',
    ),
  paths: z
    .array(z.string().min(1))
    .max(100)
    .optional()
    .describe('Files and folders, as in /workspace/src; for file and blame, one file.'),
  ref: Ref.optional().describe(
    'A commit, a branch or a range, as in HEAD~2, main or main..HEAD. For diff: what to compare with.',
  ),
  name: Ref.optional().describe('Of the branch to create, switch to or delete.'),
  message: z.string().min(1).max(10_000).optional().describe('Of the commit, or of the stash.'),
  all: z.boolean().optional().describe('For commit: everything that is changed, new files too.'),
  staged: z
    .boolean()
    .optional()
    .describe('For diff: what would be committed. For restore: only take it off what is staged.'),
  author: Text.optional().describe('For log: a part of a name or address.'),
  since: Text.optional().describe('For log: a day, or as in "2 weeks ago".'),
  until: Text.optional().describe('For log: as `since`.'),
  search: Text.optional().describe('For log: a part of the message.'),
  contains: Text.optional().describe('For log: a text that the commit adds or removes.'),
  max_count: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('For log: at most so many; 20 unless given.'),
  start_line: Line.optional().describe('For file and blame: the first line, from 1.'),
  end_line: Line.optional().describe('For file and blame: the last line.'),
})

export type GitArgs = z.infer<typeof GitArgs>

export const git = defineTool({
  name: 'git',
  effect: 'execute',
  effectFor: (args) => (toGitCommand(args) === undefined ? 'read' : 'execute'),
  description:
    'Looks at the project’s git repository, and commits to it. Reading (status, diff, log, show, file, blame, and lists of branches, stashes and worktrees) changes nothing and is bounded: what is left out is named with how to see it. Commits, branches, stashes, worktrees and restoring are judged like the commands they are. For what is not here (merge, rebase, push, pull, tags), take `run_command`.',
  schema: GitArgs,
  title: titleOfGit,
  command: toGitCommand,
})
