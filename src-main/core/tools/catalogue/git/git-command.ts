import { type Args, textOf } from '../../definition/define-tool.ts'

/** As bash is told one word. */
function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word
  return `'${word.replaceAll("'", process.platform === 'win32' ? "''" : "'\\''")}'`
}

const line = (...words: readonly string[]) => ['git', ...words].map(quote).join(' ')

/** What would change the repository, as a person would type it; `undefined`: the call only reads. */
export function toGitCommand(args: Args): string | undefined {
  switch (args['action']) {
    case 'commit':
      return commit(args)
    case 'restore':
      return line(
        'restore',
        ...(args['staged'] === true ? ['--staged'] : []),
        '--',
        ...pathspecsOf(args),
      )
    case 'branch':
      return branch(args)
    case 'stash':
      return stash(args)
    case 'worktree':
      return worktree(args)
    default:
      return undefined
  }
}

function commit(args: Args): string {
  const paths = pathspecsOf(args)
  const made = ['commit', '-m', wordOf(args, 'message')]
  if (args['all'] === true) return `${line('add', '-A')} && ${line(...made)}`
  if (paths.length === 0) return line(...made)
  // Also files that git does not know yet; what else is staged stays so.
  return `${line('add', '-A', '--', ...paths)} && ${line(...made, '--', ...paths)}`
}

function branch(args: Args): string | undefined {
  const [name, ref] = [wordOf(args, 'name'), wordOf(args, 'ref')]
  switch (args['operation']) {
    case 'create':
      return line('switch', '-c', name, ...(ref ? [ref] : []))
    case 'switch':
      return line('switch', name)
    case 'delete':
      return line('branch', '-d', name)
    default:
      return undefined
  }
}

function stash(args: Args): string | undefined {
  const named = wordOf(args, 'ref') ? [wordOf(args, 'ref')] : []
  switch (args['operation']) {
    case 'create': {
      const message = wordOf(args, 'message')
      const paths = pathspecsOf(args)
      const only = paths.length > 0 ? ['--', ...paths] : []
      return line('stash', 'push', '-u', ...(message ? ['-m', message] : []), ...only)
    }
    case 'apply':
      return line('stash', 'pop', ...named)
    case 'delete':
      return line('stash', 'drop', ...named)
    default:
      return undefined
  }
}

function worktree(args: Args): string | undefined {
  const [path = '.'] = pathsOf(args)
  const [name, ref] = [wordOf(args, 'name'), wordOf(args, 'ref')]
  switch (args['operation']) {
    case 'create':
      return line('worktree', 'add', ...(name ? ['-b', name] : []), path, ...(ref ? [ref] : []))
    case 'delete':
      return line('worktree', 'remove', path)
    default:
      return undefined
  }
}

function wordOf(args: Args, name: string): string {
  const value = args[name]
  return typeof value === 'string' ? value : ''
}

/** From the project's folder: commands know nothing of /workspace. */
function pathsOf({ paths }: Args): readonly string[] {
  const named = Array.isArray(paths) ? paths : []
  return named.filter((path) => typeof path === 'string').map(toRelative)
}

/** Paths as git takes them, where a name with a star or a bracket would be a pattern for other files too. */
function pathspecsOf(args: Args): readonly string[] {
  return pathsOf(args).map((path) => (/[*?[\\]/u.test(path) ? `:(literal)${path}` : path))
}

function toRelative(path: string): string {
  const below = path.replace(/^\/workspace(?:\/+|$)/u, '')
  if (below === '') return '.'
  return below.startsWith('/') ? below : `./${below.replace(/^(?:\.\/+)+/u, '')}`
}

const DOING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    create: 'Make',
    switch: 'Switch to',
    apply: 'Take back',
    delete: 'Delete',
  }),
)

/** What people see a call named. */
export function titleOfGit(args: Args): string {
  const action = textOf(args['action'], 'status')
  const [first] = pathsOf(args)
  const path = first === undefined ? '' : first.replace(/^\.\//u, '')
  const more = Array.isArray(args['paths']) && args['paths'].length > 1 ? ' …' : ''
  const what = textOf(args['ref'] ?? args['name'] ?? args['search'])
  if (action === 'commit') return `Commit “${textOf(args['message'])}”`
  if (action === 'restore') return `Restore ${path}${more}`
  const doing = DOING.get(textOf(args['operation']))
  if (doing && toGitCommand(args))
    return `${doing} ${action} ${textOf(args['name'] ?? args['ref'] ?? path)}`.trim()
  return ['Git', action, what, path && `${what ? 'in ' : ''}${path}${more}`]
    .filter(Boolean)
    .join(' ')
}
