import { useMemo } from 'react'
import { type DebuggingState, topOf } from '#shared/projections/debugging.ts'
import { useSessionView } from '../../../session/session-context.tsx'
import { useProjection } from '../../../session/use-projection.ts'

/** What a debugger has to do with the lines of a file. */
export interface DebugMarks {
  /** Where programs stand still. */
  readonly stopped: readonly number[]
  /** Where they would stop. */
  readonly breakpoints: readonly number[]
}

/** The lines of a file at which programs stand at the playhead, and their breakpoints in it. */
export function useDebugMarks(path: string): DebugMarks {
  const written = useProjection(useSessionView(), 'debugging', (state: DebuggingState) =>
    writeMarks(state, path),
  )
  return useMemo(() => readMarks(written), [written])
}

/** As text, which is the same as long as the marks are. */
function writeMarks({ debuggees, order }: DebuggingState, path: string): string {
  const here = order.flatMap((id) => debuggees[id] ?? []).filter(({ end }) => !end)
  const stopped = here.flatMap((debuggee) => {
    const top = topOf(debuggee)
    return top?.path === path ? [top.line] : []
  })
  const placed = here.flatMap(({ breakpoints }) => breakpoints[path] ?? [])
  return `${stopped.join(' ')};${placed.map(({ line }) => line).join(' ')}`
}

function readMarks(written: string): DebugMarks {
  const [stopped = [], breakpoints = []] = written
    .split(';')
    .map((lines) => lines.split(' ').filter(Boolean).map(Number))
  return { stopped, breakpoints }
}

/** Where a program stands still at the playhead, of all files: the last to do so. */
export function useStopped(): { readonly path: string; readonly line: number } | undefined {
  const written = useProjection(useSessionView(), 'debugging', selectStopped)
  return useMemo(() => {
    const at = written.lastIndexOf(':')
    return at === -1
      ? undefined
      : { path: written.slice(0, at), line: Number(written.slice(at + 1)) }
  }, [written])
}

function selectStopped({ debuggees, order }: DebuggingState): string {
  const standing = order.findLast((id) => debuggees[id]?.standing)
  const debuggee = standing && debuggees[standing]
  const top = debuggee && topOf(debuggee)
  return top ? `${top.path}:${top.line}` : ''
}
