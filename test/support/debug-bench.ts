import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Draft } from '#shared/events/index.ts'
import { SpanId } from '#shared/lib/ids.ts'
import {
  type DebuggingOptions,
  RunDebugging,
} from '../../src-main/core/integrations/dap/debugging.ts'
import type {
  AskedProgram,
  AskedStart,
  RequestedBreakpoint,
} from '../../src-main/core/integrations/dap/program-plan/plan-program.ts'
import type { DebugOwner } from '../../src-main/core/integrations/dap/session-recorder.ts'
import { createAgentEnvironment } from '../../src-main/core/processes/agent-environment.ts'
import { type Found, findStartables } from '../../src-main/core/project-files/startables.ts'
import type { Checked } from '../../src-main/core/trust/project-trust.ts'

export const OWNER: DebugOwner = {
  spanId: SpanId.parse('spn_call'),
  agentId: SpanId.parse('spn_agent'),
}

export interface DebuggingFixtureOptions extends Partial<DebuggingOptions> {
  readonly secret?: string
  /** By the hash of a configuration. */
  readonly isTrusted?: (hash: string) => boolean
}

function toChecked({ naming: _, ...found }: Found, isTrusted: boolean): Checked {
  return { ...found, entryHash: found.hash, isTrusted }
}

/** A project of these files, and a debugger for it that writes down what happens. For tests. */
export async function openDebugging(
  files: Readonly<Record<string, string>>,
  { secret, isTrusted = () => false, ...more }: DebuggingFixtureOptions = {},
) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'orrery-dap-')))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const events: Draft[] = []
  const debugging = new RunDebugging({
    root,
    resolve: (path) => join(root, path.replace(/^\/workspace\/?/, '')),
    env: createAgentEnvironment(process.env),
    log: {
      open: async (started) => events.push(started),
      note: (drafts) => events.push(...drafts),
      end: (ended) => events.push(ended),
      redact: (text) => (secret ? text.replaceAll(secret, '[key]') : text),
    },
    listConfigurations: async () => {
      const { startables, malformed } = await findStartables(root)
      const found = startables.filter(({ kind }) => kind === 'debugger')
      return { startables: found.map((one) => toChecked(one, isTrusted(one.hash))), malformed }
    },
    adapters: () => ({}),
    ...more,
  })
  return {
    root,
    events,
    debugging,
    /** What was recorded of it, in a line each. */
    told: () => events.map(toLine),
    start: async (asked: AskedStart) =>
      (await debugging.start(OWNER, asked, AbortSignal.timeout(60_000))).session,
    [Symbol.asyncDispose]: async () => {
      await debugging[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** To be started, with breakpoints by file. */
export function toAsked(
  program: Partial<AskedProgram>,
  breakpoints: Readonly<Record<string, readonly RequestedBreakpoint[]>> = {},
  exceptions: AskedStart['exceptions'] = 'uncaught',
): AskedStart {
  return {
    what: { args: [], runtimeArgs: [], env: {}, stopOnEntry: false, ...program },
    breakpoints: new Map(Object.entries(breakpoints)),
    exceptions,
  }
}

function toLine({ kind, data }: Draft): string {
  if (kind === 'debug.stopped') {
    const [top] = data.frames
    return `stopped: ${data.reason} at ${top?.path}:${top?.line} in ${top?.name}`
  }
  if (kind === 'debug.placed') {
    const lines = data.breakpoints.map(({ line, isVerified }) => `${line}${isVerified ? '' : '?'}`)
    return `placed: ${data.path}:${lines.join(',')}`
  }
  if (kind === 'debug.ended') return `ended: ${data.outcome} ${data.exitCode}`
  return kind.replace('debug.', '')
}
