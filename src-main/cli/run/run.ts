import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { RunId, SessionId } from '#shared/lib/ids.ts'
import { McpSelector, readSelector } from '#shared/mcp/mcp-entry.ts'
import type { Approval, ApprovalsState } from '#shared/projections/approvals.ts'
import {
  explainIgnoredEventLimit,
  Limits,
  type ModelName,
  Profile,
} from '#shared/settings/settings.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { systemClock } from '../../core/runtime/clock.ts'
import { findDataFolder } from '../../data-folder.ts'
import {
  type Approver,
  approveAll,
  askAtTerminal,
  rejectAll,
  type SuggestRules,
} from '../approvals/approver.ts'
import {
  defineCommand,
  readAmount,
  readChoice,
  readCount,
  readModel,
  readUrl,
} from '../command-line/command.ts'
import { EXIT, exitCodeOfRun, isHostGone, wrongUsage } from '../command-line/exit-codes.ts'
import { printError } from '../command-line/format-output.ts'
import { trustAll } from '../configuration/trust.ts'
import { resolveSession } from '../host-client/find-session.ts'
import { type OpenedClient, openClient } from '../host-client/open-client.ts'
import { liveReporter } from '../run-output/live-reporter.ts'
import { jsonReporter, plainReporter, type Reporter } from '../run-output/reporter.ts'
import type { Followed } from './follow-run.ts'
import { followToEnd, retryOnNextHost, startRun, stopOnInterrupt } from './follow-to-end.ts'
import { readPrompt, STDIN } from './prompt-input.ts'

export const command = defineCommand({
  name: 'run',
  usage: [
    'orrery run [OPTIONS] PROMPT',
    'orrery run [OPTIONS] - < FILE',
    'COMMAND | orrery run [OPTIONS] [PROMPT [-]]',
    'orrery run [OPTIONS] --session ID',
  ],
  about: `Text on standard input is the prompt, or is appended to the given one. Use it for prompts that are
too long for an argument (128 kB on Linux). A terminal and /dev/null aren't read. A pipe that sends
nothing in the first 2 s is left out; add - to wait for it. Input that isn't UTF-8 text is an error.
A run whose prompt was piped asks for approvals at the terminal, where there is one.

Without a prompt the session's last run goes on where it ended.`,
  table: {
    project: {
      type: 'string',
      value: 'DIR',
      help: 'The folder to work on (here: the current one)',
    },
    model: {
      type: 'string',
      value: 'PROVIDER:MODEL',
      help: "Which model; else the project's, the settings', or the only one with a key",
    },
    fallback: {
      type: 'string',
      multiple: true,
      value: 'PROVIDER:MODEL',
      help: "A model to go on with where one can't be had; may be given several times",
    },
    'base-url': {
      type: 'string',
      value: 'URL',
      help: "Where the model's provider is, for compatible servers",
    },
    profile: {
      type: 'string',
      value: 'PROFILE',
      help: 'restricted (reads), standard (asks before commands), trusted',
    },
    approve: {
      type: 'string',
      value: 'none|all',
      help: 'Reject, or approve, everything that asks (else a terminal asks you)',
    },
    'allow-tool': {
      type: 'string',
      multiple: true,
      value: 'mcp:SERVER[/TOOL]',
      help: 'Let this run call a tool of an MCP server, or all of its tools, without asking; may be given several times',
    },
    session: {
      type: 'string',
      value: 'ID',
      help: 'Go on with a session, where it works: its id, the beginning of it, or last',
    },
    'max-tool-calls': { type: 'string', value: 'N', help: 'Limits that end the run' },
    'max-minutes': { type: 'string', value: 'N', help: '' },
    'budget-usd': { type: 'string', value: 'X', help: '' },
    'wait-for-limits': {
      type: 'boolean',
      help: "Where the model's server says when its limit ends, wait until then and continue. Without it the run fails and says when to resume it",
    },
    trust: {
      type: 'boolean',
      help: "Trust what the project's own files would have started, as it is now",
    },
    json: { type: 'boolean', help: 'One event a line, as it is logged' },
    /** Accepted for older scripts, and ignored. */
    'max-events': { type: 'string' },
  },
  positionals: { min: 0, max: 2, what: 'what the agent shall do' },
  notes: `Ctrl-C lets what is under way come to its end; once more kills it.

Exits with 0 completed, 1 failed, 2 wrong usage, 3 stopped by a limit or paused,
4 the data folder's owner does not answer, 130 stopped by Ctrl-C or killed.`,
  run: async ({ values, positionals: words }) => {
    checkWords(words)
    const asked = {
      dataDir: findDataFolder(values['data-dir'], process.env),
      projectDir: values.project,
      model: readModel(values.model),
      fallbacks: values.fallback?.flatMap((name) => readModel(name) ?? []),
      baseUrl: readUrl(values['base-url']),
      profile: readChoice('--profile', values.profile, Profile.options),
      allowTools: readAllowedTools(values['allow-tool']),
      approve: readChoice('--approve', values.approve, ['none', 'all']),
      session: values.session,
      limits: Limits.parse({
        toolCalls: readCount('--max-tool-calls', values['max-tool-calls']),
        minutes: readAmount('--max-minutes', values['max-minutes']),
        costUsd: readAmount('--budget-usd', values['budget-usd']),
      }),
      waitsForLimits: values['wait-for-limits'] ?? false,
      isTrusting: values.trust ?? false,
      isJson: values.json ?? false,
    }
    const ignored = readCount('--max-events', values['max-events'])
    const prompt = await readPrompt(words)
    if (prompt.text === undefined && values.session === undefined) throw noPrompt()
    if (ignored !== undefined) console.error(explainIgnoredEventLimit('--max-events'))
    return runPrompt({ ...asked, ...prompt })
  },
})

/** One prompt, and `-` before or after it. */
function checkWords(words: readonly string[]): void {
  const [text, extra] = words.filter((word) => word !== STDIN)
  if (text?.trim() === '') throw noPrompt()
  if (extra === undefined) return
  throw wrongUsage(`"${extra}" is one argument too many. See: orrery help run`)
}

function noPrompt(): Error {
  return wrongUsage('Say what the agent shall do. See: orrery help run')
}

export interface Asked {
  /** Absent: the session's last run goes on. */
  readonly text: string | undefined
  /** Whether standard input was the prompt, so that it can't answer approvals. */
  readonly isPiped?: boolean
  /** Shown on standard error once the run has started. */
  readonly note?: string
  readonly dataDir: string
  readonly projectDir?: string | undefined
  readonly model?: ModelName | undefined
  readonly fallbacks?: ModelName[] | undefined
  readonly baseUrl?: string | undefined
  readonly profile?: Profile | undefined
  readonly approve?: 'none' | 'all' | undefined
  /** MCP tools that the run may call without asking. */
  readonly allowTools?: readonly McpSelector[]
  readonly session?: string | undefined
  readonly limits: Limits
  /** Whether it waits where a model's server says when its limit ends. */
  readonly waitsForLimits?: boolean
  readonly isTrusting?: boolean
  readonly isJson: boolean
}

/** Hosts a run, or has the data folder's owner do it, and shows it until its end. */
export async function runPrompt(asked: Asked): Promise<number> {
  await using opened = await openClient(asked.dataDir, 'run')
  return await runPromptOn(opened, asked)
}

/** The same, where a command is connected already. */
export async function runPromptOn(
  opened: OpenedClient,
  asked: Omit<Asked, 'dataDir'>,
): Promise<number> {
  const session = await retryOnNextHost(opened, () => getSession(opened.client, asked))
  const { sessionId } = session
  if (asked.isTrusting) {
    await retryOnNextHost(opened, () => trustProject(opened.client, sessionId))
  }
  using reporter = createReporter(asked.isJson)
  using interrupting = stopOnInterrupt(opened, sessionId, reporter)
  const runId = await startRun(opened, session, () => start(opened.client, sessionId, asked))
  if (asked.note !== undefined) printError(asked.note)
  const approver = createApprover(asked, reporter, ({ data: { approvalId } }) =>
    opened.client['policy.suggestRules']({ sessionId, approvalId }),
  )
  const { allowTools = [], waitsForLimits = false } = asked
  const given = { allowTools, waitsForLimits }
  const followed = { ...session, runId, reporter, approver, interrupting, ...given }
  const outcome = await followToEnd(opened, followed)
  reporter.end(sessionId)
  const isStopped = outcome === 'stopped' && interrupting.isInterrupted
  return isStopped ? EXIT.cancelled : exitCodeOfRun(outcome)
}

/** Sends the prompt, or resumes the last run. A session created for a run that can't start is deleted. */
async function start(
  client: Client<HostContract>,
  sessionId: SessionId,
  { text, limits, session, allowTools = [], waitsForLimits = false }: Omit<Asked, 'dataDir'>,
): Promise<RunId> {
  const waiting = { waitForLimits: waitsForLimits }
  const given = { sessionId, limits, allowTools: [...allowTools], ...waiting }
  try {
    await checkAllowedTools(client, sessionId, allowTools)
    if (text === undefined) return (await client['sessions.resume'](given)).runId
    return (await client['sessions.send']({ ...given, text })).runId
  } catch (error) {
    const isNew = session === undefined
    if (isNew && !isHostGone(error)) await client['sessions.delete']({ sessionId })
    throw error
  }
}

async function trustProject(client: Client<HostContract>, sessionId: SessionId): Promise<void> {
  const session = (await client['sessions.list']({})).find(({ id }) => id === sessionId)
  if (session) await trustAll(client, session.projectId)
}

async function getSession(
  client: Client<HostContract>,
  asked: Omit<Asked, 'dataDir'>,
): Promise<Pick<Followed, 'sessionId' | 'after' | 'waiting' | 'wait'>> {
  const { session, projectDir, model, fallbacks, baseUrl, profile } = asked
  const chosen = {
    ...(model && { model }),
    ...(fallbacks && { fallbacks }),
    ...(baseUrl && { baseUrl }),
    ...(profile && { profile }),
  }
  if (session === undefined) {
    const { projectId } = await client['projects.open']({ path: resolve(projectDir ?? '.') })
    const { sessionId } = await client['sessions.create']({ projectId, ...chosen })
    return { sessionId, after: 0, waiting: [] }
  }
  const all = await client['sessions.list']({})
  const ids = all.map(({ id }) => id)
  const sessionId = resolveSession(session, ids)
  const root = all.find(({ id }) => id === sessionId)?.root
  if (projectDir !== undefined && root !== undefined) await checkProject(projectDir, root)
  const { seq, states } = await joinStates(client['sessions.open']({ sessionId }))
  if (Object.keys(chosen).length > 0) await client['sessions.configure']({ sessionId, ...chosen })
  const { wait } = states.status
  return { sessionId, after: seq, waiting: openIn(states.approvals), ...(wait && { wait }) }
}

function openIn({ open, approvals }: ApprovalsState): readonly Approval[] {
  return open.flatMap((id) => approvals[id] ?? [])
}

/** A session has its folder: it can't be gone on with in another. */
async function checkProject(projectDir: string, root: string): Promise<void> {
  const absolute = resolve(projectDir)
  if ((await realpath(absolute).catch(() => absolute)) === root) return
  const message = `--session and --project exclude each other here: the session works in ${root}. Leave one of them out.`
  throw wrongUsage(message)
}

function createReporter(isJson: boolean): Reporter {
  const { stdout } = process
  if (isJson) return jsonReporter(stdout)
  if (!stdout.isTTY) return plainReporter(stdout)
  return liveReporter({ screen: stdout, clock: systemClock, hasColour: !process.env.NO_COLOR })
}

function createApprover(
  { approve, isJson, isPiped = false }: Pick<Asked, 'approve' | 'isJson' | 'isPiped'>,
  reporter: Reporter,
  suggest: SuggestRules,
): Approver {
  if (approve === 'all') return approveAll()
  if (approve === 'none') return rejectAll('Rejected by --approve none.')
  const hasPerson = process.stderr.isTTY && (isPiped || process.stdin.isTTY)
  if (hasPerson && !isJson) return askAtTerminal({ reporter, suggest, isPiped })
  return rejectAll('This run has no terminal to ask at. Go on without it.')
}

/** Reads the values of `--allow-tool`. */
function readAllowedTools(texts: readonly string[] = []): readonly McpSelector[] {
  const wrong = texts.find((text) => !McpSelector.safeParse(text).success)
  if (wrong === undefined) return texts
  throw wrongUsage(`--allow-tool takes mcp:SERVER or mcp:SERVER/TOOL, not "${wrong}".`)
}

/** Fails for a server that doesn't exist: a misspelt name would show only once a call is refused. */
async function checkAllowedTools(
  client: Client<HostContract>,
  sessionId: SessionId,
  selectors: readonly McpSelector[],
): Promise<void> {
  if (selectors.length === 0) return
  const session = (await client['sessions.list']({})).find(({ id }) => id === sessionId)
  if (!session) return
  const { servers } = await client['mcp.list']({ projectId: session.projectId })
  const names = servers.map(({ name }) => name)
  const wrong = selectors.find((each) => !names.includes(readSelector(each)?.server ?? ''))
  if (wrong === undefined) return
  const known = names.length > 0 ? `Known servers: ${names.join(', ')}.` : 'There are none.'
  throw wrongUsage(`--allow-tool ${wrong} names no MCP server of this project. ${known}`)
}
