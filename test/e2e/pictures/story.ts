import type { ModelRequest, Reply, ReplyCall, Script } from '../../support/model-server.ts'
import { stepOf } from '../../support/scripted-agents.ts'

/** What the person asks, on `test/fixtures/storefront`. */
export const STORY_PROMPT =
  'Users are logged out after about five minutes although refresh tokens last a day. Find out why, fix it, and prove it.'

const PLAN = [
  'Find where sessions and tokens are checked',
  'Reproduce the early logout',
  'Fix the clock skew in token.js',
  'Regression tests',
  'Final review',
]

/** The first `done` of the plan, and the one after them under way. */
function plan(done: number): ReplyCall {
  const statusOf = (index: number) => {
    if (index < done) return 'completed'
    return index === done ? 'in_progress' : 'pending'
  }
  const todos = PLAN.map((content, index) => ({ content, status: statusOf(index) }))
  return { name: 'write_todos', args: { todos } }
}

const at = (path: string) => `/workspace/${path}`
const read = (path: string): ReplyCall => ({ name: 'read_file', args: { file_path: at(path) } })
const run = (command: string): ReplyCall => ({ name: 'run_command', args: { command } })
const grep = (pattern: string): ReplyCall => ({
  name: 'grep',
  args: { pattern, path: at('src') },
})
const task = (description: string, subagent: string): ReplyCall => ({
  name: 'task',
  args: { description, subagent_type: subagent },
})
const edit = (path: string, before: string, after: string): ReplyCall => ({
  name: 'edit_file',
  args: { file_path: at(path), old_string: before, new_string: after },
})

/** Each takes a moment to begin, and says its words as fast as one reads. */
const says = (text: string, ...calls: readonly ReplyCall[]): Reply => ({
  text,
  calls,
  delayMs: 700,
  wordDelayMs: 55,
})

const lead: readonly Reply[] = [
  says(
    'First what is there, and what the project says of its tokens.',
    plan(0),
    { name: 'glob', args: { pattern: 'src/**/*.js', path: '/workspace' } },
    read('AGENTS.md'),
    read('package.json'),
  ),
  says(
    'Tokens are checked in `src/auth`. Two things can be found out side by side: whether it happens here, and who compares what with what.',
    plan(1),
    task('Reproduce the early logout and find the cause with the tests there are.', 'debugger'),
    task('Trace every comparison of exp and iat, with the unit on each side.', 'code-analyzer'),
  ),
  says(
    'Both point at the same line. I read it myself before I touch it.',
    plan(2),
    read('src/auth/token.js'),
    read('src/auth/session.js'),
  ),
  says(
    'The server takes five minutes of leeway **off** a token’s life in place of granting them, and holds `iat`, in seconds, against `Date.now()` in milliseconds.',
    edit(
      'src/auth/token.js',
      `  const leewaySeconds = 300
  return token.exp - leewaySeconds < now / 1000 || token.iat > now
`,
      `  const leewaySeconds = 300
  // exp and iat are NumericDate: seconds since the epoch (RFC 7519, 4.1.4).
  const nowSeconds = Math.floor(now / 1000)
  return token.exp + leewaySeconds < nowSeconds || token.iat - leewaySeconds > nowSeconds
`,
    ),
  ),
  says(
    'Now the proof.',
    plan(3),
    task('Write a regression test for skewed clocks, and run all tests.', 'tester'),
  ),
  says('All of them pass.', plan(5)),
  says(
    'Fixed: sessions live as long as their tokens, and clocks that differ by five minutes log nobody out. The new tests fail without the change.',
  ),
]

const debug: readonly Reply[] = [
  says('I run what is there first.', read('test/token.test.js')),
  says('One of them should tell.', run('node --test')),
  says('It fails after 330 of 600 seconds. The places:', grep('leeway'), read('src/auth/token.js')),
  says(
    'Reproduced: a token of ten minutes ends after five. `isExpired` takes the leeway off `exp`, at `src/auth/token.js:10`.',
  ),
]

const analyze: readonly Reply[] = [
  says('Who compares them?', grep('\\.exp'), grep('\\.iat')),
  says('Both callers.', read('src/auth/session.js'), read('src/auth/token.js')),
  says('And who calls those.', grep('findSession'), read('src/http/routes.js')),
  says(
    '| place | left | right |\n| --- | --- | --- |\n| `token.js:10` exp | seconds | seconds |\n| `token.js:10` iat | seconds | **milliseconds** |\n| `session.js:13` exp | milliseconds | milliseconds |',
  ),
]

const prove: readonly Reply[] = [
  says('I look at the tests and at what they test.', read('test/token.test.js')),
  says(
    'Two cases are missing: a clock ahead, and one behind.',
    edit(
      'test/token.test.js',
      "test('a token that ended long ago",
      `test('a token issued by a clock 200 s ahead is taken', () => {
  assert.equal(isExpired(tokenOf(-200, 600), now), false)
})

test('a token issued by a clock 400 s ahead is not', () => {
  assert.equal(isExpired(tokenOf(-400, 600), now), true)
})

test('a token that ended long ago`,
    ),
  ),
  says('Alone first, then with all others.', run('node --test test/token.test.js')),
  says('They hold. Now everything.', run('npm test')),
  says('All 5 tests pass. Without the change 2 of them fail.'),
]

/** Who is asked, by the first thing they were told, and what a request weighs with each. */
const agents = [
  { told: 'Reproduce the early logout', replies: debug, context: 9_000 },
  { told: 'Trace every comparison', replies: analyze, context: 7_000 },
  { told: 'Write a regression test', replies: prove, context: 8_000 },
  { told: 'Users are logged out', replies: lead, context: 14_000 },
]

/** The whole of it: a bug, who finds it, who mends it, who proves it. One request fails on the way. */
export function tellStory(): Script {
  let isOverloaded = true
  return (request: ModelRequest) => {
    const first = request.messages[0]?.text ?? ''
    const agent = agents.find(({ told }) => first.includes(told))
    const step = stepOf(request)
    if (agent?.replies === analyze && step === 2 && isOverloaded) {
      isOverloaded = false
      return { status: 529, delayMs: 900 }
    }
    const input = (agent?.context ?? 1_000) + step * 2_600
    const usage = { input, output: 180 + step * 70, cacheRead: step === 0 ? 0 : input - 3_000 }
    return { ...(agent?.replies[step] ?? says('Done.')), usage }
  }
}
