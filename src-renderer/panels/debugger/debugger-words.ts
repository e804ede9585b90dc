import type { Debuggee, Standing } from '#shared/projections/debugging.ts'

const reasons: Readonly<Record<string, string>> = {
  breakpoint: 'stopped at a breakpoint',
  step: 'stopped after a step',
  exception: 'stopped at an exception',
  pause: 'stopped where it was',
  entry: 'stopped before its first line',
  'debugger statement': 'stopped at a debugger statement',
}

/** How a program stands, in a few words. */
export function tellDebuggee({ standing, end }: Debuggee): string {
  if (end) return tellEnd(end)
  return standing ? tellReason(standing) : 'runs'
}

/** Why a program stands still. */
export function tellReason({ reason }: Pick<Standing, 'reason'>): string {
  return reasons[reason] ?? `stopped: ${reason}`
}

function tellEnd({ outcome, exitCode }: NonNullable<Debuggee['end']>): string {
  if (exitCode !== null) return exitCode === 0 ? 'ended' : `ended with exit code ${exitCode}`
  if (outcome === 'error') return 'its debugger failed'
  return outcome === 'interrupted' ? 'interrupted' : 'was ended'
}

/** A path as people know it: below the project without its prefix. */
export function shortPath(path: string): string {
  return path.replace(/^\/workspace\//, '')
}
