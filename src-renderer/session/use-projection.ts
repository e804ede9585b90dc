import { useMemo, useSyncExternalStore } from 'react'
import type { ProjectionName, SessionStates } from '#shared/projections/index.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { SessionView } from './store/session-view.ts'

/**
 * Reads a value out of a projection. Draws again when that value changes, not whenever the log does.
 * `select` is best kept from one drawing to the next: another one is asked anew, and once more behind
 * the drawing. It answers entities or copies.
 */
export function useProjection<N extends ProjectionName, Value>(
  view: SessionView,
  name: N,
  select: (state: SessionStates[N]) => Value,
  isEqual: (a: Value, b: Value) => boolean = Object.is,
): Value {
  const snapshot = useMemo(() => {
    let last: { readonly value: Value } | undefined
    return () => {
      const value = select(view.state(name))
      if (!last || !isEqual(last.value, value)) last = { value }
      return last.value
    }
  }, [view, name, select, isEqual])
  return useSyncExternalStore(view.subscribe, snapshot)
}

/** Whether two lists hold the same entities in the same order. */
export function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]))
}

/** Whether two records hold the same entities under the same names. */
export function sameFields<T extends object>(a: T, b: T): boolean {
  let count = 0
  for (const key in a) {
    if (!Object.is(a[key], b[key])) return false
    count += 1
  }
  return count === Object.keys(b).length
}

const isRunning = ({ runId }: StatusState) => runId !== undefined

/** Whether a run of the session is on where the view is. */
export function useIsRunning(view: SessionView): boolean {
  return useProjection(view, 'status', isRunning)
}
