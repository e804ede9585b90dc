import type { Reply, ReplyCall, Script } from '../../support/model-server.ts'
import { scriptAgents, task } from '../../support/scripted-agents.ts'

const TOKEN = '/workspace/src/auth/token.js'

/** Takes a moment, so that the timeline has something to show. */
const says =
  (text: string, ...calls: readonly ReplyCall[]): (() => Reply) =>
  () => ({ text, calls, delayMs: 400, wordDelayMs: 25 })
const call = (name: string, args: Readonly<Record<string, unknown>>): ReplyCall => ({ name, args })
const terminal = (action: string, args: Readonly<Record<string, unknown>> = {}) =>
  call('manage_terminal', { action, ...args })

/** What is asked in each picture, and what its agents do. */
export const ASKED = {
  debug: 'A token of ten minutes ends after five. Stop where that is decided.',
  check: 'Run the tests, check the types, and say what is wrong.',
  show: 'Show me the page for lamps.',
  plan: 'What is to be done here, and what comes first?',
  leeway: 'Grant the leeway in isExpired.',
  serve: 'Start the server, and watch the tests beside it.',
} as const

/** The page that is previewed. */
export const SHOP_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Storefront: lamps</title>
<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #26221c; background: #faf7f0 }
  header { padding: 18px 28px; background: #26221c; color: #faf7f0; font-weight: 600 }
  main { padding: 22px 28px; display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px }
  article { padding: 14px; border: 1px solid #e2dac8; border-radius: 8px; background: white }
  article i { display: block; height: 56px; border-radius: 6px; margin-bottom: 10px }
  b { display: block } button { margin-top: 8px; border: 0; border-radius: 6px; padding: 6px 12px; background: #b07d1f; color: white }
</style>
<header>Storefront</header><main>
<article><i style="background:#f3d9a4"></i><b>Desk lamp</b>€48<br><button>Order</button></article>
<article><i style="background:#d9c7ef"></i><b>Reading lamp</b>€62<br><button>Order</button></article>
<article><i style="background:#bfe0d3"></i><b>Floor lamp</b>€119<br><button>Order</button></article>
</main>`

const SECONDS = {
  ...{ file: 'src/auth/token.js', line: 10, severity: 'critical', category: 'units' },
  message:
    '`token.exp` is in seconds (RFC 7519), `now` in milliseconds: every token counts as expired, and everybody is logged out at once.',
  suggestion: '  return token.exp + leewaySeconds < now / 1000 || token.iat > now / 1000',
}

const FUTURE = {
  ...{ file: 'src/auth/token.js', line: 10, severity: 'medium', category: 'clock skew' },
  message:
    'Whoever issues tokens may be a little ahead: the leeway should be granted to `iat` as well.',
}

export function tellPanelStory(shopUrl = ''): Script {
  return scriptAgents({
    [ASKED.debug]: [
      says(
        'The debugger looks at the line that decides.',
        task(
          'Stop in isExpired for a token 330 seconds old, and say what is compared.',
          'debugger',
        ),
      ),
      says('The leeway is taken off a token’s life in place of being granted.'),
    ],
    'Stop in isExpired': [
      says(
        'I stop at the comparison, for that token only.',
        call('debug_start', {
          program: '/workspace/test/token.test.js',
          breakpoints: [{ path: TOKEN, line: 10, condition: 'token.iat < now / 1000 - 300' }],
        }),
      ),
      says('', call('debug_get_variables', { depth: 3 })),
      says(
        'What does it come to?',
        call('debug_evaluate', { expression: '[token.exp - leewaySeconds, now / 1000]' }),
      ),
      says('', call('debug_control', { action: 'stop' })),
      says('`token.exp - leewaySeconds` lies before `now / 1000`: it ends 300 s early.'),
    ],
    [ASKED.check]: [
      says('First the tests.', call('run_tests', {})),
      says('One fails. Now the types.', call('get_diagnostics', { path: '/workspace/src' })),
      says('The leeway shortens a token’s life, and two places mix seconds with texts.'),
    ],
    [ASKED.show]: [
      says('Here it is.', call('open_web_preview', { url: shopUrl })),
      says('Three lamps, each can be ordered.'),
    ],
    [ASKED.plan]: [
      says('I look at what is written down.', call('manage_tasks', { action: 'list' })),
      says('The leeway comes first; its tests wait for it.'),
    ],
    [ASKED.leeway]: [
      says('', call('read_file', { file_path: TOKEN })),
      says(
        'I grant it where the token’s end is compared.',
        call('edit_file', {
          file_path: TOKEN,
          old_string: '  return token.exp - leewaySeconds < now / 1000 || token.iat > now',
          new_string: '  return token.exp + leewaySeconds < now || token.iat > now',
        }),
      ),
      says('Granted: a token holds five minutes longer.'),
    ],
    'Review a session': [
      says(
        'One piece, two questions.',
        task('Look for holes in piece 1, src/auth/token.js.', 'security'),
        task('Look for bugs in piece 1, src/auth/token.js.', 'logic'),
      ),
      says(
        '',
        call('submit_review', {
          summary:
            'The leeway is granted now, as it was meant. But the end of a token, in **seconds**, is compared with the time in **milliseconds**: every token has expired.',
          recommendation: 'request_changes',
          comments: [SECONDS, FUTURE],
        }),
      ),
    ],
    'Look for holes': [
      says('I read it.', call('read_diff', { pieces: [1] })),
      says('', call('submit_findings', { summary: 'One place.', findings: [FUTURE] })),
    ],
    'Look for bugs': [
      says('I read it.', call('read_diff', { pieces: [1] })),
      says('', call('submit_findings', { summary: 'Units are mixed.', findings: [SECONDS] })),
    ],
    [ASKED.serve]: [
      says('The tests run on while I work.', terminal('start', { command: 'node --test --watch' })),
      says('So does the server.', terminal('start', { command: 'PORT=0 npm start' })),
      says('And a shell for you.', terminal('start')),
      says(
        'I wait for you.',
        terminal('wait', { terminal: 'terminal-3', pattern: '^never', timeout_seconds: 120 }),
      ),
    ],
  })
}
