import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A folder with ignore files, and which of its project's files are then seen. */
export interface IgnoreLayout {
  readonly name: string
  /** The project's folder, below the top of the layout. */
  readonly project: string
  /** Texts by path, below the top. */
  readonly files: Readonly<Record<string, string>>
  /** Called with the top once the files are written. */
  readonly prepare?: (top: string) => void
  /** Below the project; neither hidden nor ignored. */
  readonly visible: readonly string[]
  /** What a snapshot records, if that differs: hidden files aside. */
  readonly recorded?: readonly string[]
  /** Set as the home folder, below the top. */
  readonly home?: string
}

const FILES = { 'project/a.ts': '', 'project/sub/b.ts': '', 'project/sub/c.log': '' }
export const ALL = ['a.ts', 'sub/b.ts', 'sub/c.log']
export const WITHOUT_LOG = ['a.ts', 'sub/b.ts']

export function git(folder: string, ...args: readonly string[]): void {
  const settings = ['user.name=t', 'user.email=t@example.org', 'commit.gpgsign=false']
  const set = settings.flatMap((setting) => ['-c', setting])
  execFileSync('git', [...set, '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    stdio: 'pipe',
  })
}

export function init(folder: string): (top: string) => void {
  return (top) => git(join(top, folder), 'init', '-q')
}

export function commit(folder: string): void {
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'first')
}

type Options = Partial<Omit<IgnoreLayout, 'name' | 'files' | 'visible'>>

export function layout(
  name: string,
  files: IgnoreLayout['files'],
  visible: readonly string[],
  options: Options = {},
): IgnoreLayout {
  return { name, files: { ...FILES, ...files }, visible, project: 'project', ...options }
}

/** Ignore files above a project that has nothing to do with them. */
const above = ['.gitignore', '.ignore', '.rgignore'].flatMap((name) => [
  layout(`${name} with * above a repository`, { [name]: '*\n' }, ALL, { prepare: init('project') }),
  layout(`${name} with * above a folder without git`, { [name]: '*\n' }, ALL),
])

/** Rules inside the project, with and without a repository. */
const rules: readonly (readonly [string, string, readonly string[]])[] = [
  ['a name', 'c.log\n', WITHOUT_LOG],
  ['an ending', '*.log\n', WITHOUT_LOG],
  ['a folder', 'sub/\n', ['a.ts']],
  ['a folder rule that names a file', 'a.ts/\n', ALL],
  ['an anchored name', '/b.ts\n', ALL],
  ['an anchored name that is there', '/a.ts\n', ['sub/b.ts', 'sub/c.log']],
  ['a path', 'sub/c.log\n', WITHOUT_LOG],
  ['leading **/', '**/c.log\n', WITHOUT_LOG],
  ['trailing /**', 'sub/**\n', ['a.ts']],
  ['a negation', 'sub/*\n!sub/b.ts\n', WITHOUT_LOG],
  ['a negation below an ignored folder', 'sub/\n!sub/b.ts\n', ['a.ts']],
  ['CRLF line ends', '*.log\r\n/a.ts\r\n', ['sub/b.ts']],
  ['a byte order mark', '\uFEFF*.log\n', WITHOUT_LOG],
  ['trailing spaces', '*.log   \n', WITHOUT_LOG],
  ['a comment', '# *.ts\n*.log\n', WITHOUT_LOG],
  ['an invalid class', '[z-a]\n*.log\n', WITHOUT_LOG],
  ['no end of the last line', '*.log', WITHOUT_LOG],
  ['only blank lines', '\n  \n\n', ALL],
  ['everything but one ending', '*\n!*/\n!*.ts\n', WITHOUT_LOG],
]

const inside = rules.flatMap(([what, text, visible]) => {
  const files = { 'project/.gitignore': text }
  return [
    layout(`${what}, in a repository`, files, visible, { prepare: init('project') }),
    layout(`${what}, without git`, files, visible),
    layout(`${what}, in the repository around the project`, withAnchor(text), visible, {
      prepare: init(''),
    }),
  ]
})

/** The same rule for the folder above the project: paths with a slash begin with the project's name. */
function withAnchor(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => {
    const [, mark = '', negation = '', slash = '', rest = ''] =
      /^(\uFEFF?)(!?)(\/?)(.*)$/su.exec(line) ?? []
    const isAnchored = slash !== '' || /\/./u.test(rest.trim())
    return isAnchored && !line.startsWith('#') && !rest.startsWith('*')
      ? `${mark}${negation}/project/${rest}`
      : line
  })
  const isPlain = text.startsWith('*\n')
  // Such a rule would ignore the project as a whole.
  return isPlain
    ? { '.gitignore': '/project/**\n!/project/**/\n!/project/**/*.ts\n' }
    : { '.gitignore': lines.join('\n') }
}

const escapes: readonly IgnoreLayout[] = [
  layout(
    'an escaped # and !',
    { 'project/#x': '', 'project/!y': '', 'project/.gitignore': '\\#x\n\\!y\n' },
    ALL,
    { prepare: init('project') },
  ),
  layout(
    'an escaped trailing space',
    { 'project/x ': '', 'project/x': '', 'project/.gitignore': 'x\\ \n' },
    [...ALL, 'x'],
    { prepare: init('project') },
  ),
  layout(
    'a project whose name looks like a pattern',
    { '[p]*/x.log': '', '[p]*/x.ts': '', '.gitignore': '/\\[p\\]\\*/*.log\n' },
    ['x.ts'],
    { project: '[p]*', prepare: init('') },
  ),
  layout(
    'case decides',
    { 'project/README': '', 'project/.gitignore': 'readme\n' },
    ['README', ...ALL],
    { prepare: init('project') },
  ),
]

const repositories: readonly IgnoreLayout[] = [
  layout(
    'a nested repository with rules of its own',
    {
      'project/.gitignore': '*.log\n',
      'project/inner/x.log': '',
      'project/inner/y.ts': '',
      'project/inner/.gitignore': '*.ts\n',
    },
    ['a.ts', 'inner/x.log', 'sub/b.ts'],
    {
      prepare: (top) => {
        git(join(top, 'project'), 'init', '-q')
        git(join(top, 'project/inner'), 'init', '-q')
      },
      recorded: WITHOUT_LOG,
    },
  ),
  layout('a project in a nested repository', { '.gitignore': '*.ts\n' }, ALL, {
    prepare: (top) => {
      git(top, 'init', '-q')
      git(join(top, 'project'), 'init', '-q')
    },
  }),
  layout('a submodule', { '.gitignore': '*.log\n' }, ALL, {
    project: 'super/project',
    prepare: (top) => {
      for (const path of ['library', 'super']) mkdirSync(join(top, path), { recursive: true })
      for (const file of ALL) {
        mkdirSync(join(top, 'library/sub'), { recursive: true })
        writeFileSync(join(top, 'library', file), 'needle\n')
      }
      rmSync(join(top, 'super/project'), { recursive: true, force: true })
      commit(join(top, 'library'))
      writeFileSync(join(top, 'super/.gitignore'), '*.log\n')
      git(join(top, 'super'), 'init', '-q')
      git(join(top, 'super'), 'submodule', '--quiet', 'add', join(top, 'library'), 'project')
    },
  }),
  layout('a worktree, with the exclude file of its repository', {}, WITHOUT_LOG, {
    project: 'tree',
    prepare: (top) => {
      commit(join(top, 'project'))
      writeFileSync(join(top, 'project/.git/info/exclude'), '*.log\n')
      git(join(top, 'project'), 'rm', '-q', '--cached', 'sub/c.log')
      git(join(top, 'project'), 'commit', '-qm', 'second')
      git(join(top, 'project'), 'worktree', 'add', '-q', '../tree')
      writeFileSync(join(top, 'tree/sub/c.log'), 'needle\n')
    },
  }),
  layout('info/exclude', {}, WITHOUT_LOG, {
    prepare: (top) => {
      git(join(top, 'project'), 'init', '-q')
      writeFileSync(join(top, 'project/.git/info/exclude'), '*.log\n')
    },
  }),
  layout('info/exclude of the repository around the project', {}, WITHOUT_LOG, {
    prepare: (top) => {
      git(top, 'init', '-q')
      writeFileSync(join(top, '.git/info/exclude'), '/project/sub/*.log\n')
    },
  }),
  layout(
    'a .gitignore between the repository and the project',
    {
      'packages/.gitignore': '/one/dist\n*.log\n',
      'packages/one/a.ts': '',
      'packages/one/b.log': '',
      'packages/one/dist/c.ts': '',
      'packages/one/src/dist/d.ts': '',
    },
    ['a.ts', 'src/dist/d.ts'],
    { project: 'packages/one', prepare: init('') },
  ),
  layout(
    'a nearer .gitignore takes a rule back',
    {
      '.gitignore': '*.log\n',
      'project/.gitignore': '!c.log\n',
    },
    ALL,
    { prepare: init('') },
  ),
  layout('an .ignore file beside the repository around the project', { '.ignore': '*\n' }, ALL, {
    prepare: init(''),
  }),
  layout('a repository above that ignores the project', { '.gitignore': '*\n' }, ALL, {
    prepare: init(''),
  }),
  layout(
    'a repository above that ignores the project, with rules of its own',
    {
      '.gitignore': '/project/\n*.ts\n',
      'project/.gitignore': '*.log\n',
    },
    WITHOUT_LOG,
    { prepare: init('') },
  ),
  layout(
    'a repository above that ignores all in the project',
    { '.gitignore': '/project/*\n' },
    ALL,
    {
      prepare: init(''),
    },
  ),
  layout(
    'a repository above that ignores the project but tracks a file of it',
    {
      '.gitignore': '*\n',
    },
    ALL,
    {
      prepare: (top) => {
        git(top, 'init', '-q')
        git(top, 'add', '-f', 'project/a.ts')
        git(top, 'commit', '-qm', 'first')
      },
    },
  ),
  layout(
    'a project in node_modules',
    {
      '.gitignore': 'node_modules\n*.ts\n',
      'node_modules/it/a.ts': '',
      'node_modules/it/b.js': '',
    },
    ['a.ts', 'b.js'],
    { project: 'node_modules/it', prepare: init('') },
  ),
  layout(
    'a project in a hidden folder',
    {
      '.hidden/it/a.ts': '',
      '.hidden/it/.b.ts': '',
    },
    ['a.ts'],
    { project: '.hidden/it' },
  ),
  layout('a .git that is no repository', { 'project/.git': 'gitdir: nowhere\n' }, WITHOUT_LOG, {
    prepare: (top) => writeFileSync(join(top, 'project/.gitignore'), '*.log\n'),
  }),
  layout('a bare repository as the folder above', { '.gitignore': '*\n' }, ALL, {
    prepare: (top) => git(top, 'init', '-q', '--bare', '.'),
  }),
]

const own: readonly IgnoreLayout[] = [
  layout('core.excludesFile in a repository', { 'home/.gitignore': '*.log\n' }, WITHOUT_LOG, {
    home: 'home',
    prepare: (top) => {
      writeFileSync(join(top, 'home/.gitconfig'), '[core]\n\texcludesFile = ~/.gitignore\n')
      git(join(top, 'project'), 'init', '-q')
    },
  }),
  layout('core.excludesFile without a repository', { 'home/.gitignore': '*.log\n' }, ALL, {
    home: 'home',
    prepare: (top) =>
      writeFileSync(join(top, 'home/.gitconfig'), '[core]\n\texcludesFile = ~/.gitignore\n'),
  }),
  layout('the default global ignore file', { 'home/.config/git/ignore': '*.log\n' }, WITHOUT_LOG, {
    home: 'home',
    prepare: init('project'),
  }),
  layout('core.excludesFile of the repository', { 'project/mine': '*.log\nmine\n' }, WITHOUT_LOG, {
    prepare: (top) => {
      git(join(top, 'project'), 'init', '-q')
      git(join(top, 'project'), 'config', 'core.excludesFile', join(top, 'project/mine'))
    },
  }),
  layout('.ignore in the project', { 'project/.ignore': '*.log\n' }, WITHOUT_LOG, {
    prepare: init('project'),
    recorded: ALL,
  }),
  layout('.rgignore in a folder', { 'project/sub/.rgignore': '/c.log\n' }, WITHOUT_LOG, {
    recorded: ALL,
  }),
]

const odd: readonly IgnoreLayout[] = [
  layout('a .gitignore that is a folder', { 'project/.gitignore/x': '' }, ALL, {
    prepare: init('project'),
  }),
  layout('a .gitignore that is a link', { rules: '*.log\n' }, ALL, {
    prepare: (top) => {
      git(top, 'init', '-q')
      symlinkSync(join(top, 'rules'), join(top, '.gitignore'))
    },
  }),
  layout('a .gitignore above that can not be read', { '.gitignore': '*\n' }, ALL, {
    prepare: (top) => chmodSync(join(top, '.gitignore'), 0),
  }),
  layout('a project opened by a link', { '.gitignore': '*\n' }, ALL, {
    project: 'link',
    prepare: (top) => {
      const elsewhere = join(dirname(top), 'elsewhere')
      mkdirSync(join(elsewhere, 'sub'), { recursive: true })
      for (const file of ALL) writeFileSync(join(elsewhere, file), 'needle\n')
      rmSync(join(top, 'link'), { recursive: true, force: true })
      symlinkSync(elsewhere, join(top, 'link'))
    },
  }),
  layout('links in the project are not followed', {}, ALL, {
    prepare: (top) => {
      writeFileSync(join(top, 'outside.ts'), 'needle\n')
      symlinkSync(join(top, 'outside.ts'), join(top, 'project/link.ts'))
      symlinkSync(top, join(top, 'project/up'))
    },
    recorded: [...ALL, 'link.ts', 'up'],
  }),
  layout(
    'names with spaces and accents',
    {
      'project/my file.ts': '',
      'project/cafe\u0301.ts': '',
      'project/日本.log': '',
      'project/.gitignore': '日本.*\n',
    },
    [...ALL, 'cafe\u0301.ts', 'my file.ts'],
    { prepare: init('project') },
  ),
]

export const ignoreLayouts: readonly IgnoreLayout[] = [
  ...above,
  ...inside,
  ...escapes,
  ...repositories,
  ...own,
  ...odd,
]
