import { useNative } from '../../client/host-context.tsx'

/** By the desktop's own dialog: `null` where none was chosen, `undefined` where there is no such dialog. */
export function usePickFolder(): () => Promise<string | null | undefined> {
  const native = useNative()
  return async () => (native ? (await native['native.pickFolder']({})).path : undefined)
}
