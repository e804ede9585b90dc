import {
  useHostDescription,
  useProjects,
  useProviders,
  useSessions,
} from '../../client/documents.ts'

/** Whether nothing was done here yet, and no model could do it: then a run is seen first. */
export function useIsNew(): boolean {
  const sample = useHostDescription().data?.sample
  const { data: projects } = useProjects()
  const { data: sessions } = useSessions()
  const { data: providers = [] } = useProviders()
  const isUnused = projects?.length === 0 && sessions?.length === 0
  const hasModel = providers.some(({ isReady, isScripted }) => isReady && !isScripted)
  return sample !== undefined && isUnused && !hasModel
}
