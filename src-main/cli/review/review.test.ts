import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ReviewResult } from '#shared/code-review/review-result.ts'
import { bareEnvironment, cliProgram } from '../../../test/support/cli-program.ts'
import {
  type ModelServer,
  type Script,
  startModelServer,
} from '../../../test/support/model-server.ts'
import {
  AFTER,
  BEFORE,
  changesScript,
  divides,
  EVAL,
  reads,
  submits,
  tells,
} from '../../../test/support/review-agents.ts'
import { calls, says, scriptAgents } from '../../../test/support/scripted-agents.ts'
import { commitAll, git } from '../../../test/support/test-workspace.ts'

let server: ModelServer
let script: Script
let folder = ''
let project = ''
const children = new Set<ChildProcess>()

beforeAll(async () => {
  server = await startModelServer((request, number) => script(request, number))
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  project = join(folder, 'repository', 'app')
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'half.ts'), BEFORE)
  commitAll(join(folder, 'repository'))
  writeFileSync(join(project, 'half.ts'), AFTER)
  script = scriptAgents(changesScript({ orchestrator, security }))
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

const security = [calls(reads(1)), calls(tells([EVAL]))]
const orchestrator = [divides, calls(submits([EVAL]))]

interface Started {
  readonly child: ChildProcess
  err(): string
  readonly ended: Promise<{
    readonly code: number | null
    readonly out: string
    readonly err: string
  }>
}

function orrery(args: readonly string[], input?: string): Started {
  const env = { ...bareEnvironment(), HOME: folder, ORRERY_DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, [cliProgram, ...args], { env, cwd: project })
  children.add(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  child.stdin.end(input)
  const { promise, resolve } = Promise.withResolvers<Awaited<Started['ended']>>()
  child.on('close', (code) => resolve({ code, out, err }))
  return { child, err: () => err, ended: promise }
}

const modelFlags = () => ['--model', 'compatible:scripted', '--base-url', server.url]

function review(args: readonly string[] = [], input?: string): Started {
  return orrery(['review', ...modelFlags(), ...args], input)
}

const wanted = { file: 'half.ts', line: 2, severity: 'critical', reviewers: ['security'] }

test('a review is written in each format at once, and fails a build by what was found', async () => {
  const at = (name: string) => join(folder, name)
  const files = ['json', 'sarif', 'markdown'].flatMap((format) => [
    ...['--format', format, '--output', at(format)],
  ])
  const { code, out, err } = await review([...files, '--format', 'text', '--fail-on', 'high']).ended
  expect([code, out]).toEqual([1, expect.stringContaining('critical  half.ts:2 · injection')])
  expect(err).toMatch(/look for holes[\s\S]*See it again: orrery replay ses_\w+\n$/)
  expect(err).toContain('\n1 comment is high or graver: --fail-on high\n')
  const read = (name: string) => readFileSync(at(name), 'utf8')
  expect(ReviewResult.parse(JSON.parse(read('json')))).toMatchObject({
    ...{ submittedBy: 'orchestrator', recommendation: 'request_changes', comments: [wanted] },
    ...{ subject: { type: 'uncommitted' }, files: [{ path: 'half.ts', added: 1, removed: 1 }] },
  })
  expect(read('sarif')).toContain('"uri": "app/half.ts"')
  expect(read('markdown')).toContain('**`half.ts:2`** · injection')
  // Seen again, it is told as it was written.
  const again = await orrery(['replay', 'last']).ended
  expect(again.out).toContain('orchestrator        reviews uncommitted work: 1 file')
  expect(again.out).toContain('security told 1 finding.')
  expect(again.out).toContain(`Review of uncommitted work\n\n${out}`)
}, 60_000)

test('a diff is reviewed without a repository, from standard input', async () => {
  const diff = git(project, 'diff', '--relative')
  git(project, 'checkout', '-q', '.')
  rmSync(join(folder, 'repository', '.git'), { recursive: true })
  script = scriptAgents({
    ...changesScript({ orchestrator, security }),
    'Review standard input': orchestrator,
  })
  const { code, out } = await review(['--diff', '-', '--format', 'json'], diff).ended
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { subject: { type: 'diff', name: 'standard input' }, comments: [wanted] },
  ])
}, 60_000)

test('a folder that git knows nothing of can have a diff of it reviewed, which is said', async () => {
  rmSync(join(folder, 'repository', '.git'), { recursive: true })
  const { code, out, err } = await review().ended
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^The project’s folder is not in a git repository\. .*: --diff FILE\.\n$/)
}, 60_000)

test('where nothing differs nobody is asked, and a build goes on', async () => {
  const asked = server.requests.length
  const { code, out, err } = await review(['--staged', '--format', 'json', '--fail-on', 'low'])
    .ended
  expect([code, err]).toEqual([0, expect.stringContaining('Nothing is staged.')])
  expect(ReviewResult.parse(JSON.parse(out))).toMatchObject({ comments: [], tokensUsed: 0 })
  expect(server.requests).toHaveLength(asked)
  expect((await orrery(['sessions', '--json']).ended).out).toBe('[]\n')
}, 60_000)

test('a change that nobody read fails a build, and is told', async () => {
  commitAll(join(folder, 'repository'))
  writeFileSync(join(project, 'package-lock.json'), '{}\n')
  const json = ['--format', 'json']
  const { code, out, err } = await review([...json, '--fail-on', 'critical']).ended
  expect(err).toContain('No reviewer has said anything of this change.')
  expect([code, JSON.parse(out)]).toMatchObject([
    3,
    { comments: [], leftOut: [{ path: 'package-lock.json', why: 'generated' }] },
  ])
  expect((await review(json).ended).code).toBe(0)
}, 60_000)

test('what nobody submitted Orrery does, and says so', async () => {
  const forgetful = [divides, says('Fine.'), says('Fine.'), says('Fine.'), says('Fine.')]
  script = scriptAgents(changesScript({ orchestrator: forgetful, security }))
  const { code, out, err } = await review(['--format', 'json']).ended
  expect([code, err]).toEqual([0, expect.stringContaining('Orrery submitted this itself')])
  expect(JSON.parse(out)).toMatchObject({ submittedBy: 'host', comments: [wanted] })
}, 60_000)

test('a limit ends it with what was found, which is what a build fails by', async () => {
  const hanging = [divides, () => ({ text: 'a b c', hangAfterWords: 1 })]
  script = scriptAgents(changesScript({ orchestrator: hanging, security }))
  const json = ['--format', 'json']
  const enough = ['--max-minutes', '0.2', '--fail-on', 'critical']
  const { code, out } = await review([...json, ...enough]).ended
  expect([code, JSON.parse(out)]).toMatchObject([1, { submittedBy: 'host', comments: [wanted] }])
  // The call that was cut off counts as well.
  const { tokensUsed, agents } = ReviewResult.parse(JSON.parse(out))
  const each = agents.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens)
  expect(tokensUsed).toBe(each.reduce((sum, one) => sum + one, 0))
  const little = ['--max-minutes', '0.02']
  const quiet = [calls(reads(1)), calls(tells([]))]
  script = scriptAgents(changesScript({ orchestrator: hanging, security: quiet }))
  const clean = await review([...json, ...little, '--fail-on', 'critical']).ended
  expect([clean.code, JSON.parse(clean.out)]).toMatchObject([3, { comments: [] }])
  expect((await review(little).ended).code).toBe(0)
}, 90_000)

test('Ctrl-C has what was found be submitted', async () => {
  const hanging = [divides, () => ({ text: 'a b c', hangAfterWords: 1 })]
  script = scriptAgents(changesScript({ orchestrator: hanging, security }))
  const before = server.requests.length
  const running = review(['--format', 'json'])
  const toolAnswers = () =>
    server.requests.slice(before).filter(({ messages }) => {
      const told = messages[0]?.text ?? ''
      return told.includes('Review uncommitted work') && messages.length > 2
    })
  await expect.poll(() => toolAnswers().length, { timeout: 40_000 }).toBeGreaterThan(0)
  running.child.kill('SIGINT')
  await expect.poll(running.err).toContain('Ctrl-C once more kills it')
  running.child.kill('SIGINT')
  const { code, out } = await running.ended
  expect([code, JSON.parse(out)]).toMatchObject([130, { submittedBy: 'host', comments: [wanted] }])
}, 90_000)

test('another signal ends it at once, and is named', async () => {
  script = () => ({ text: 'a b c', hangAfterWords: 1 })
  const running = review(['--format', 'json'])
  await expect.poll(running.err, { timeout: 40_000 }).toContain('begins with')
  running.child.kill('SIGTERM')
  const { code, out, err } = await running.ended
  expect([code, out]).toEqual([130, ''])
  expect(err).toContain('There is no review. A signal ended it: SIGTERM.')
}, 60_000)

test('a model that fails is a review that failed', async () => {
  script = () => ({ status: 401, error: 'The key is wrong.' })
  const { code, out, err } = await review(['--format', 'json']).ended
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('There is no review.')
}, 60_000)

test('beside a host that runs, that one reviews', async () => {
  const others = scriptAgents(changesScript({ orchestrator, security }))
  script = (request, number) =>
    request.messages.some(({ text }) => text.includes('Take your time'))
      ? { text: 'a b c', hangAfterWords: 1 }
      : others(request, number)
  const owner = orrery(['run', ...modelFlags(), '--json', 'Take your time'])
  let told = ''
  owner.child.stdout?.on('data', (chunk) => (told += String(chunk)))
  await expect.poll(() => told).toContain('"model.delta"')
  const { code, out } = await review(['--format', 'json']).ended
  expect([code, JSON.parse(out)]).toMatchObject([0, { comments: [wanted] }])
}, 60_000)

test.each([
  [['--staged', '--base', 'main'], 'One thing is reviewed at a time'],
  [['--base', ''], '--base takes'],
  [['--base', 'nowhere'], 'nowhere'],
  [['--diff', 'no-such.diff'], 'no-such.diff can’t be read'],
  [['--reviewers', 'security,,logic'], '--reviewers takes names'],
  [['--format', 'xml'], '--format takes text, json, markdown or sarif'],
  [['--format', 'text', '--format', 'json'], 'Give each --format its --output'],
  [['--output', join('no-such', 'x.txt')], 'there is no folder'],
  [['--fail-on', 'minor'], '--fail-on takes critical, high, medium, low or never'],
  [['main'], 'one argument too many'],
])(
  '%j is asked wrongly, which is said',
  async (args, said) => {
    const { code, out, err } = await review(args).ended
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)])
  },
  60_000,
)
