import { createContext, useContext } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { assert } from '#shared/lib/assert.ts'

/** Where a panel can send the window. */
export interface Navigation {
  openWelcome(): void
  /** `isReplay`: from its beginning, playing. */
  openSession(sessionId: SessionId, options?: { readonly isReplay?: boolean }): void
  openSettings(): void
}

export const NavigationContext = createContext<Navigation | undefined>(undefined)

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext)
  assert(navigation, 'the app says where to go')
  return navigation
}
