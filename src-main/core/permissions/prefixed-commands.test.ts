import { expect, test } from 'vitest'
import { RuleId } from '#shared/lib/ids.ts'
import type { Profile } from '#shared/settings/settings.ts'
import { judge } from './judge-call.ts'
import { suggestPatterns } from './suggest-patterns.ts'

const shell = { cwd: '/home/me/project', root: '/home/me/project', home: '/home/me' }

/** What a person always allows. */
const rules = ['npm --version', 'git diff *', 'git log *', 'git status *']

async function verdictOf(
  command: string,
  patterns: readonly string[] = rules,
  profile: Profile = 'standard',
) {
  const allowing = patterns.map((pattern, index) => ({
    ruleId: RuleId.parse(`rul_${index}`),
    ...({ tool: 'run_command', scope: 'session', pattern, isConfirmed: true } as const),
  }))
  const call = { name: 'run_command', args: { command }, shell }
  const { verdict, risk } = await judge(call, { profile, interruptOn: {}, allowing }, undefined)
  return { verdict, risk }
}

/** QwenLM/qwen-code #10192: assignments in front of an allowed command ran another. */
const hidden = [
  `X=\`touch\${IFS}../PWNED\` npm --version`,
  'X=$(touch ../PWNED) npm --version',
  'X="$(touch ../PWNED)" npm --version',
  'A=1 B=$(touch ../PWNED) C=3 npm --version',
  'X=(a $(touch ../PWNED)); npm --version',
  `X=\${Y:=$(touch ../PWNED)} npm --version`,
  'X=$((a[$(touch ../PWNED)])) npm --version',
  'FOO=$(touch ../PWNED)',
]
/** QwenLM/qwen-code #10197. */
const steering = [
  'NODE_OPTIONS=--require=./p.cjs npm --version',
  'GIT_EXTERNAL_DIFF=./p.sh git diff',
  "GIT_PAGER='touch ../PWNED' git -p log",
  'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=./p.sh git status',
  'LD_PRELOAD=./p.so git status',
  'PATH=.:$PATH npm --version',
  'BASH_ENV=./p.sh npm --version',
  'export PATH=.; npm --version',
  'git() { touch ../PWNED; }; git diff',
  'alias git=./p.sh\ngit diff',
]
/** SocialGouv/iterion #1222: options of a program that only reads. */
const options = [
  'git diff --output=../PWNED',
  'git diff --output ../PWNED',
  'git diff --ext-diff',
  "git -c core.pager='touch ../PWNED' -p log",
  "git -c alias.x='!touch ../PWNED' x",
  'git --exec-path=. status',
  'git -C .. log',
  'git log --format=%H > ../PWNED',
  'git log <(touch ../PWNED)',
  'git diff HEAD --ext-diff',
]
const harmless = [
  'FOO=bar npm --version',
  'TZ=UTC git log',
  'LC_ALL=C git diff',
  "git log --format='$(x)'",
]

test.each(hidden)('blocks %j, whatever a person allows', async (command) => {
  const risk = expect.stringContaining('`touch ../PWNED` writes to /home/me/PWNED')
  expect(await verdictOf(command)).toEqual({ verdict: 'deny', risk })
  expect(await verdictOf(command, [])).toEqual({ verdict: 'deny', risk })
})

test.each(steering)('does not run %j unasked', async (command) => {
  expect((await verdictOf(command)).verdict).not.toBe('allow')
  expect((await verdictOf(command, [])).verdict).not.toBe('allow')
})

test.each(options)('does not let a rule for the program run %j', async (command) => {
  expect((await verdictOf(command)).verdict).not.toBe('allow')
  const patterns = suggestPatterns({ name: 'run_command', args: { command } })
  expect(patterns.filter((pattern) => pattern?.endsWith('*'))).toEqual([])
})

test.each(harmless)('runs %j unasked', async (command) => {
  expect((await verdictOf(command)).verdict).toBe('allow')
  expect((await verdictOf(command, [])).verdict).toBe('allow')
})

test.each([
  'git grep -O"touch x" a',
  'git grep -nOtouch a',
  'git grep --open-files-in-pager=touch a',
  'git grep --open-f=touch a',
])('does not take %j for a search', async (command) => {
  const risk = expect.stringContaining('opens files with another program')
  expect(await verdictOf(command, [], 'trusted')).toEqual({ verdict: 'ask', risk })
})

test('a rule for a command covers neither the command with a prefix, nor the reverse', async () => {
  const prefixed = 'NODE_OPTIONS=--require=./p.cjs npm install'
  expect((await verdictOf(prefixed, ['npm install', 'npm install *'])).verdict).toBe('ask')
  expect((await verdictOf('npm install', [prefixed])).verdict).toBe('ask')
  expect((await verdictOf(prefixed, [prefixed])).verdict).toBe('allow')
})
