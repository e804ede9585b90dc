import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node-pty'
import { expect, test } from 'vitest'
import { type ApprovalType, decisionsOf } from '#shared/events/approval.ts'
import { ApprovalId, RuleId } from '#shared/lib/ids.ts'
import type { Decision } from '#shared/settings/settings.ts'
import { openCliProcesses } from '../../../test/support/cli-processes.ts'
import { bareEnvironment, cliProgram } from '../../../test/support/cli-program.ts'
import { startModelServer } from '../../../test/support/model-server.ts'
import { approveAll, type Requested, rejectAll } from './approver.ts'

test.skipIf(process.platform === 'win32')(
  'a request is rejected at the end of the terminal’s input, and the run goes on',
  async () => {
    await using server = await startModelServer(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Done without it.' }
        : { calls: [{ name: 'run_command', args: { command: 'make thing' } }] },
    )
    await using cli = openCliProcesses()
    const model = ['--model', 'compatible:scripted', '--base-url', server.url]
    const args = ['run', '--project', cli.project, ...model, 'go']
    const home = join(tmpdir(), `orrery-home-${process.pid}`)
    const bare = { ...bareEnvironment(), HOME: home, ORRERY_DATA_DIR: cli.dataDir }
    const child = spawn(process.execPath, [cliProgram, ...args], { env: bare, cols: 200 })
    let out = ''
    child.onData((text) => (out += text))
    const ended = new Promise((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
    await expect.poll(() => out, { timeout: 60_000 }).toContain('Approve?')
    child.write('\u0004')
    expect(await ended).toBe(0)
    expect(out).toContain('The terminal takes no more input.')
    rmSync(home, { recursive: true, force: true })
  },
  120_000,
)

interface Request {
  readonly isJudged?: boolean
  readonly type?: ApprovalType
  readonly allowed?: readonly Decision[]
}

function ask({ isJudged = true, type = 'call', allowed = decisionsOf[type] }: Request): Requested {
  const effect = 'execute' as const
  const call = { toolCallId: 'c', name: 'x', title: 'x', effect, args: { json: {} } }
  const why = { risk: 'Runs a command.', rule: 'Nobody has said what x does.', isJudged }
  const offered = { type, allowedDecisions: [...allowed], acceptsRule: false }
  const data = { approvalId: ApprovalId.parse('apr_1'), ...call, ...why, ...offered }
  return { data }
}

test('--approve all covers what was judged, by whatever rule it asks, and nothing else', async () => {
  const decide = (request: Request) => approveAll()(ask(request), AbortSignal.abort())
  expect(await decide({})).toEqual({ decision: 'approve', by: 'host' })
  expect(await decide({ isJudged: false })).toMatchObject({ decision: 'reject', by: 'host' })
})

test('--approve all approves no question, no budget, and nothing that may not be approved', async () => {
  const requests: readonly Request[] = [
    { type: 'question' },
    { type: 'budget' },
    { allowed: ['reject', 'respond'] },
  ]
  const answers = await Promise.all(
    requests.map((request) => approveAll()(ask(request), AbortSignal.abort())),
  )
  expect(answers.map((answer) => [answer?.decision, answer?.message])).toEqual([
    ['reject', "--approve all doesn't answer questions."],
    ['reject', "--approve all doesn't raise budgets."],
    ['reject', "interruptOn in .orrery/settings.json doesn't allow approving this call."],
  ])
})

test('a run that nobody attends rejects a call and names the earlier permission for it', async () => {
  const reject = rejectAll('Rejected by --approve none.')
  const { data } = ask({})
  const ruleId = RuleId.parse('rul_1')
  const earlier = { ruleId, tool: 'run_command', pattern: 'make *', scope: 'project' } as const
  const rule = 'An earlier permission, `make *`, also allowed other commands.'
  const request = { data: { ...data, rule, earlierRules: [earlier] } }
  const answers = [
    await reject({ data }, AbortSignal.abort()),
    await reject(request, AbortSignal.abort()),
  ]
  expect(answers).toEqual([
    { decision: 'reject', by: 'host', message: 'Rejected by --approve none.' },
    { decision: 'reject', by: 'host', message: `${rule} Rejected by --approve none.` },
  ])
})
