import type { AppError } from '#shared/lib/app-error.ts'
import type { Command } from './command-line/command.ts'
import { wrongUsage } from './command-line/exit-codes.ts'
import { findNearest } from './command-line/nearest-name.ts'

/** A command as help lists it. */
export interface Listed {
  readonly summary: string
  /** Loads it, and what only it needs. */
  readonly load: () => Promise<Command>
}

/** Every command, in the order help shows them. To add one: write its file, list it here. */
export const commands: Readonly<Record<string, Listed>> = {
  run: {
    summary: 'Let an agent work on a project',
    load: async () => (await import('./run/run.ts')).command,
  },
  review: {
    summary: 'Get a code review of a change from reviewer agents',
    load: async () => (await import('./review/review.ts')).command,
  },
  demo: {
    summary: 'Watch the built-in demo agent explore a folder: no key, no network',
    load: async () => (await import('./run/demo.ts')).command,
  },
  resume: {
    summary: 'Go on with a session where it was paused or ended',
    load: async () => (await import('./run/resume.ts')).command,
  },
  compact: {
    summary: "Summarize a session's conversation to free context",
    load: async () => (await import('./sessions/compact.ts')).command,
  },
  pause: {
    summary: 'Let a session stop at its next step, to go on later',
    load: async () => (await import('./run/pause.ts')).command,
  },
  stop: {
    summary: 'Let a session end with what is under way, or kill it',
    load: async () => (await import('./run/stop.ts')).command,
  },
  calls: {
    summary: 'Say what is made of calls that a crash cut off',
    load: async () => (await import('./sessions/calls.ts')).command,
  },
  sessions: {
    summary: 'List the sessions there are',
    load: async () => (await import('./sessions/sessions.ts')).command,
  },
  search: {
    summary: 'Find what was ever said or done',
    load: async () => (await import('./sessions/search.ts')).command,
  },
  replay: {
    summary: 'Show a session as it was at any point',
    load: async () => (await import('./sessions/replay.ts')).command,
  },
  compare: {
    summary: 'Put two runs side by side, step by step',
    load: async () => (await import('./sessions/compare.ts')).command,
  },
  export: {
    summary: 'Write a session as one file that replays in any browser',
    load: async () => (await import('./sessions/export.ts')).command,
  },
  fork: {
    summary: 'Begin a session where another was, with the files of then',
    load: async () => (await import('./sessions/fork.ts')).command,
  },
  rewind: {
    summary: 'Take back what came after a point of a session',
    load: async () => (await import('./sessions/rewind.ts')).command,
  },
  cost: {
    summary: 'Say what sessions cost, by whatever they are told apart by',
    load: async () => (await import('./sessions/cost.ts')).command,
  },
  agents: {
    summary: 'List the subagent types, and turn them on or off',
    load: async () => (await import('./configuration/agents.ts')).command,
  },
  skills: {
    summary: 'List the skills agents have, and turn them on or off',
    load: async () => (await import('./configuration/skills.ts')).command,
  },
  mcp: {
    summary: 'List the MCP servers agents have, and their tools',
    load: async () => (await import('./configuration/mcp.ts')).command,
  },
  memory: {
    summary: 'Show and change what agents keep of a project',
    load: async () => (await import('./configuration/memory.ts')).command,
  },
  tasks: {
    summary: 'List what is to be done on a project, add to it, mark it done',
    load: async () => (await import('./sessions/tasks.ts')).command,
  },
  context: {
    summary: 'Say what the next prompt is made of',
    load: async () => (await import('./sessions/context.ts')).command,
  },
  policy: {
    summary: 'Say what agents may do and why; take back what is always allowed',
    load: async () => (await import('./configuration/policy.ts')).command,
  },
  models: {
    summary: 'List the models there are, and try a provider’s key',
    load: async () => (await import('./configuration/models.ts')).command,
  },
  trust: {
    summary: 'Say what a project’s own files may start',
    load: async () => (await import('./configuration/trust.ts')).command,
  },
  settings: {
    summary: 'Show and change what you have chosen: models, budgets, limits',
    load: async () => (await import('./configuration/settings.ts')).command,
  },
  store: {
    summary: 'Say how much is kept, by session',
    load: async () => (await import('./store/store.ts')).command,
  },
  backup: {
    summary: 'Write everything that is kept to one file',
    load: async () => (await import('./store/backup.ts')).command,
  },
  rescue: {
    summary: 'Check the store, and save what can be read of a damaged one',
    load: async () => (await import('./store/rescue.ts')).command,
  },
  restore: {
    summary: 'Bring a backup back',
    load: async () => (await import('./store/restore.ts')).command,
  },
  serve: {
    summary: 'Serve the workbench to the browser of this machine',
    load: async () => (await import('./serve/serve.ts')).command,
  },
  logs: {
    summary: "Show Orrery's own log messages",
    load: async () => (await import('./diagnosis/logs.ts')).command,
  },
  doctor: {
    summary: 'Say what is installed, what is missing, and what to do',
    load: async () => (await import('./diagnosis/doctor.ts')).command,
  },
  version: {
    summary: 'Print the version',
    load: async () => (await import('./diagnosis/version.ts')).command,
  },
}

/** `undefined`: there is no such command. */
export function findCommand(name: string): Listed | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** Says what may have been meant. */
export function noSuchCommand(name: string): AppError {
  const meant = findNearest(name, [...Object.keys(commands), 'help'])
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  return wrongUsage(`There is no command "${name}".${hint} See: orrery help`)
}
