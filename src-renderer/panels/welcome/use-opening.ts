import type { Project } from '#shared/contract/projects.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { type CommandState, useCommand } from '../../client/use-command.ts'
import { openProject, runDemo } from './open-project.ts'

export interface Opening {
  /** Opens a folder of the host's machine, with a session in it. */
  readonly folder: CommandState<[path: string]>
  /** The same, and lets the demo agent explore it. */
  readonly demo: CommandState<[path: string]>
  /** Goes to the project's last session. */
  readonly project: CommandState<[project: Project]>
}

/** The ways into a session. */
export function useOpening(): Opening {
  const client = useHost()
  const { openSession } = useNavigation()
  const open = async (path: string) => openSession(await openProject(client, path))
  return {
    folder: useCommand(open),
    demo: useCommand(async (path: string) => openSession(await runDemo(client, path))),
    project: useCommand(({ path }: Project) => open(path)),
  }
}
