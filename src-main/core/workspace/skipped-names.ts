/** Never recorded unless they are tracked by git: made by tools, and made again. */
export const SKIPPED_NAMES: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.DS_Store',
  '.venv',
  '__pycache__',
  'node_modules',
])
