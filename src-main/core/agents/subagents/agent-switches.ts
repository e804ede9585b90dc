import type { ProjectId } from '#shared/lib/ids.ts'
import type { Delegation } from '#shared/settings/settings.ts'

/** What is switched: one type, or delegation as a whole. */
export interface Switch {
  /** Absent: in every project. Only delegation as a whole is switched there. */
  readonly projectId?: ProjectId | undefined
  /** Absent: delegation as a whole. */
  readonly name?: string | undefined
  readonly isOn: boolean
}

/** Which switch keeps agents of a project from delegating at all; `undefined`: none does. */
export function whatStopsDelegation(
  { isOn, byProject }: Delegation,
  projectId: ProjectId,
): 'everywhere' | 'here' | undefined {
  if (!isOn) return 'everywhere'
  return byProject[projectId]?.isOn === false ? 'here' : undefined
}

/** The types that are off in a project. */
export function typesOff({ byProject }: Delegation, projectId: ProjectId): ReadonlySet<string> {
  return new Set(byProject[projectId]?.off)
}

/** The switches after one was turned. */
export function turn(delegation: Delegation, { projectId, name, isOn }: Switch): Delegation {
  if (projectId === undefined) return { ...delegation, isOn }
  const { off, ...before } = delegation.byProject[projectId] ?? { isOn: true, off: [] }
  const others = off.filter((one) => one !== name)
  const after =
    name === undefined
      ? { isOn, off }
      : { ...before, off: isOn ? others : [...others, name].toSorted() }
  return { ...delegation, byProject: { ...delegation.byProject, [projectId]: after } }
}
