import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RuleId } from '#shared/lib/ids.ts'
import { risky } from '../../../test/support/shell-commands/risky.ts'
import { safe } from '../../../test/support/shell-commands/safe.ts'
import { unknown } from '../../../test/support/shell-commands/unknown.ts'
import { tools } from '../tools/catalogue/index.ts'
import { findAllowing } from './allow-rules.ts'
import { judge } from './judge-call.ts'
import { builtins } from './shell/programs/builtins.ts'
import { programs } from './shell/programs/index.ts'
import { mustBeConfirmed, suggestPatterns } from './suggest-patterns.ts'

const shell = { cwd: '/home/me/project', root: '/home/me/project', home: '/home/me' }

async function verdictOf(command: string, pattern?: string) {
  const rule = {
    ruleId: RuleId.parse('rul_1'),
    tool: 'run_command',
    scope: 'session',
    isConfirmed: true,
  } as const
  const allowing = pattern === undefined ? [] : [{ ...rule, pattern }]
  const call = { name: 'run_command', args: { command }, shell }
  const { verdict } = await judge(
    call,
    { profile: 'standard', interruptOn: {}, allowing },
    undefined,
  )
  return verdict
}

function offersFor(command: string): readonly string[] {
  const offers = suggestPatterns({ name: 'run_command', args: { command } })
  return offers.filter((pattern) => pattern !== undefined)
}

/** Returns the offered patterns for one command that allow another one that the judge asks about. */
async function findWidening(command: string, other: string): Promise<readonly string[]> {
  if ((await verdictOf(other)) === 'allow') return []
  const offers = offersFor(command).filter((pattern) => pattern !== other)
  const verdicts = await Promise.all(offers.map((pattern) => verdictOf(other, pattern)))
  return offers.filter((_, index) => verdicts[index] === 'allow')
}

function allows(tool: string, pattern: string | undefined, args: Record<string, unknown>): boolean {
  const rule = { ruleId: RuleId.parse('rul_1'), tool, scope: 'session' } as const
  return (
    findAllowing({ name: tool, args }, [{ ...rule, ...(pattern && { pattern }) }]) !== undefined
  )
}

const command = (text: string) => ({ command: text })
const file = (path: string) => ({ file_path: path })

test.each<[tool: string, args: Record<string, unknown>, offered: readonly (string | undefined)[]]>([
  ['run_command', command('git commit -m x'), ['git commit -m x']],
  ['run_command', command(' ls && pwd\n'), ['ls && pwd']],
  ['run_command', command('make'), ['make']],
  ['run_command', command('X=1 make'), ['X=1 make']],
  ['run_command', command('echo one two'), ['echo one two', 'echo *']],
  ['run_command', command('echo one > a.txt'), ['echo one > a.txt']],
  ['run_command', command('./echo one'), ['./echo one']],
  // As patterns, these would match any further words.
  ['run_command', command('git add *'), []],
  ['run_command', command('rm -f  *'), []],
  ['run_command', command(' '), []],
  ['manage_terminal', { action: 'start', command: 'npm run dev' }, ['npm run dev']],
  ['manage_terminal', { action: 'send', terminal: 'terminal-1', text: 'ls' }, []],
  ['deep_terminal', { terminal: 'terminal-1', keys: ['Enter'] }, []],
  ['git', { action: 'status' }, [undefined]],
  ['git', { action: 'commit', message: 'one' }, ['git commit -m one']],
  ['debug_evaluate', { expression: 'a()', may_change: true }, ["node -e 'a()'"]],
  [
    'write_file',
    file('/workspace/src/a.ts'),
    ['/workspace/src/a.ts', '/workspace/src/**', undefined],
  ],
  // A star does not match hidden files.
  ['write_file', file('/workspace/src/.env'), ['/workspace/src/.env', undefined]],
  ['write_file', file('/workspace/src/../a.ts'), [undefined]],
  ['delete_file', file('/workspace/src/a.ts'), ['/workspace/src/a.ts']],
  ['delete_file', file('/workspace/src/[id]/a.ts'), []],
  ['browser', { action: 'open', url: 'https://example.com/a' }, ['example.com']],
  ['browser', { action: 'click', ref: 'e1' }, []],
  ['mcp__files__delete', { path: '/workspace/a.ts' }, [undefined]],
  ['teleport', { path: '/workspace/a.ts' }, [undefined]],
  ['ask_person', { question: 'Which?' }, []],
])('for %s with %j a card offers %j', (tool, args, offered) => {
  expect(suggestPatterns({ name: tool, args })).toEqual(offered)
})

test.each<[tool: string, pattern: string | undefined, isAskedAgain: boolean]>([
  ['run_command', 'curl https://example.com *', true],
  ['execute', 'curl https://example.com *', true],
  ['run_command', 'make *', true],
  ['run_command', 'echo one *', false],
  ['run_command', 'make deploy', false],
  ['manage_terminal', 'npm run *', true],
  ['manage_terminal', undefined, false],
  ['delete_file', '/workspace/src/**', true],
  ['delete_file', '/workspace/src/a.ts', false],
  ['delete_file', undefined, true],
  ['write_file', '/workspace/src/**', false],
  ['write_file', undefined, false],
  ['browser', 'example.com', false],
  ['browser', undefined, true],
  ['mcp__files__delete', undefined, false],
  ['mcp__files__delete', '/workspace/a.ts', true],
])('an earlier permission for %s of %j must be confirmed: %j', (tool, pattern, isAskedAgain) => {
  const rule = { ruleId: RuleId.parse('rul_1'), tool, scope: 'project' } as const
  const earlier = { ...rule, ...(pattern && { pattern }) }
  expect(mustBeConfirmed(earlier)).toBe(isAskedAgain)
  expect(mustBeConfirmed({ ...earlier, isConfirmed: true })).toBe(false)
})

test('every offered pattern matches the call itself', () => {
  const words = fc.constantFrom('', ' ', 'ls', 'npm test', 'a && b', '/workspace/.a/b', '*', 'a\nb')
  const paths = fc.constantFrom('/workspace/a.ts', '/workspace/.env', '/docs/../x', '/', '')
  const args = fc.dictionary(
    fc.constantFrom('command', 'file_path', 'path', 'from', 'to', 'url', 'action', 'text'),
    fc.oneof(words, paths, fc.constantFrom('start', 'send', 'open', 'https://a.b/c', 'restore')),
  )
  const names = fc.constantFrom(...tools.map(({ name }) => name))
  fc.assert(
    fc.property(names, args, (name, given) => {
      for (const pattern of suggestPatterns({ name, args: given })) {
        expect(pattern).not.toBe('')
        expect(allows(name, pattern, given)).toBe(true)
      }
    }),
  )
})

/**
 * A permission for the first command must not allow the second. In other tools, a permission
 * for one command ran another: in Cursor (CVE-2025-54131, CVE-2026-22708), Claude Code
 * (CVE-2025-54795, CVE-2025-58764, CVE-2025-66032, anthropics/claude-code#4956) and Gemini CLI
 * (Tracebit's report of July 2025: a permission for `grep` ran what followed it).
 */
const pairs: readonly (readonly [command: string, other: string])[] = [
  ['curl https://example.com/a', 'curl https://example.com/a -o src/a.ts'],
  ['curl https://example.com/a', 'curl https://example.com/a https://example.org/b'],
  ['curl https://example.com/a', 'curl https://example.com/a --data @src/a.ts'],
  ['curl https://example.com/a', 'curl https://example.com/a -T src/a.ts'],
  ['wget https://example.com/a', 'wget https://example.com/a -O src/a.ts'],
  ['wget https://example.com/a', 'wget https://example.com/a --post-file=src/a.ts'],
  ['git fetch origin', 'git fetch https://example.org/x'],
  ['git fetch origin', 'git fetch origin main:main'],
  ['git push origin main', 'git push https://example.org/x main'],
  ['git push origin main', 'git push origin feature --no-verify'],
  ['git clone https://example.com/a', 'git clone https://example.org/b src/b'],
  ['git pull origin', 'git pull https://example.org/x main'],
  ['git commit -m fix', 'git commit --amend --no-verify'],
  ['git commit', 'git commit -F src/a.ts'],
  ['git checkout main', 'git checkout HEAD src'],
  ['git merge feature', 'git merge feature -s ours'],
  ['git remote add one https://example.com/a', 'git remote set-url origin https://example.org/x'],
  ['git stash', 'git stash drop'],
  ['git branch one', 'git branch -D main'],
  ['git config user.name Ada', 'git config remote.origin.url https://example.org/x'],
  ['git submodule update', 'git submodule add https://example.org/x'],
  ['tar xf a.tar', 'tar xf b.tar'],
  ['tar xf a.tar', 'tar xf a.tar -P'],
  ['make deploy', 'make deploy install'],
  ['make deploy', 'make deploy HOST=example.org'],
  ['go run ./a', 'go run ./b'],
  ['go generate ./a', 'go generate ./b'],
  ['cargo run', 'cargo run --bin b'],
  ['cargo install a', 'cargo install b'],
  ['npm exec a', 'npm exec b'],
  ['npm run deploy', 'npm run release'],
  ['npm install a', 'npm install b'],
  ['yarn dlx a', 'yarn dlx b'],
  ['pnpm dlx a', 'pnpm dlx b'],
  ['bun run a.ts', 'bun run b.ts'],
  ['uv run a.py', 'uv run b.py'],
  ['poetry run a', 'poetry run b'],
  ['bundle exec a', 'bundle exec b'],
  ['deno run a.ts', 'deno run -A b.ts'],
  ['pip install a', 'pip install b'],
  ['python a.py', 'python a.py --delete'],
  ['node a.js', 'node a.js --delete'],
  ['ruby a.rb', 'ruby a.rb --delete'],
  ['dotnet run', 'dotnet run --project b'],
  ['./a.sh one', './a.sh two'],
  ['mv a.ts b.ts', 'mv a.ts package.json'],
  ['rsync src out', 'rsync src example.org:out'],
  ['gh pr list', 'gh pr close 1'],
]

test.each(pairs)('a permission offered for %j does not allow %j', async (command, other) => {
  expect(await verdictOf(other)).not.toBe('allow')
  expect(await findWidening(command, other)).toEqual([])
})

/** Words of one program that add what a person did not see: writes, programs, hosts, secrets. */
const FURTHER = [
  '--output=../out',
  '-o src/a.ts',
  '-O',
  '-w',
  '--fix',
  '-exec id',
  '--exec=id',
  '-c id',
  '-e id',
  '--eval id',
  '-i',
  '--upload-pack=./x',
  '--config=./x',
  '--require ./x.js',
  '-r ./x.js',
  '--global',
  '--force',
  '-f',
  '-D main',
  '--delete',
  'https://example.org/x',
  'example.org:x',
  '-C ..',
  '../other',
  '/etc/passwd',
  '/home/me/.ssh/id_rsa',
  '-f /home/me/.ssh/id_rsa',
  '/dev/tcp/example.org/80',
  '.git/hooks/pre-commit',
  '.orrery/settings.json',
  'PATH=.',
  '-v PATH .',
  '-s 2001-01-01',
  'x EXIT',
  'SHELL=./x',
  'run x',
  'exec x',
  'install x',
  'sh -c id',
  '@src/a.ts',
  '-',
]

const names = [...new Set([...programs.keys(), ...builtins.keys()])]
const typical = [...names].flatMap((name) => [
  name,
  `${name} a`,
  `${name} run a`,
  `${name} src/a.ts`,
  `${name} https://example.com/a`,
])
const spelled = [safe, risky, unknown].flatMap((table) => Object.values(table).flat())

test('no permission offered for a known program allows further words that the judge asks about', async () => {
  const commands = [...new Set([...typical, ...spelled])]
  const prefixes = new Map(
    commands.flatMap((command) =>
      offersFor(command)
        .filter((pattern) => pattern.endsWith(' *'))
        .map((pattern) => [pattern.slice(0, -2), command] as const),
    ),
  )
  const widening: string[] = []
  for (const [prefix, command] of prefixes) {
    for (const further of FURTHER) {
      const other = `${prefix} ${further}`
      for (const pattern of await findWidening(command, other)) {
        widening.push(`${pattern} allows ${other}`)
      }
    }
  }
  expect(commands.length).toBeGreaterThan(1_500)
  expect(prefixes.size).toBeGreaterThan(10)
  expect(widening).toEqual([])
}, 300_000)
