import type { ProjectId } from '#shared/lib/ids.ts'
import type { ProjectSettings } from '#shared/settings/settings.ts'
import { readProjectSettings } from '../project-files/project-settings.ts'
import { findStartables } from '../project-files/startables.ts'
import type { Store } from '../store/store.ts'
import { isEntryTrusted } from './project-trust.ts'

/** A folder of a project. */
export interface ProjectPlace {
  readonly projectId: ProjectId
  readonly root: string
}

/** Reads a project's own settings, with the models that they choose only where a person trusts that choice. */
export async function readTrustedSettings(
  { trust }: Pick<Store, 'trust'>,
  { projectId, root }: ProjectPlace,
): Promise<ProjectSettings> {
  const settings = await readProjectSettings(root)
  const { model, fallbacks, ...others } = settings
  if (model === undefined && fallbacks === undefined) return settings
  const { startables } = await findStartables(root)
  const choice = startables.find(({ kind }) => kind === 'model')
  return choice && isEntryTrusted(trust, projectId, choice) ? settings : others
}
