import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import { assert } from '#shared/lib/assert.ts'
import type { Connection, ConnectionState, HostClient, NativeClient } from './connection.ts'
import { HeldTerminals } from './taken-terminals.ts'

const ConnectionContext = createContext<Connection | undefined>(undefined)
const HeldTerminalsContext = createContext<HeldTerminals | undefined>(undefined)

interface HostProviderProps {
  readonly connection: Connection
  readonly children: ReactNode
}

export function HostProvider({ connection, children }: HostProviderProps) {
  const [held] = useState(() => new HeldTerminals(connection.client))
  return (
    <ConnectionContext value={connection}>
      <HeldTerminalsContext value={held}>{children}</HeldTerminalsContext>
    </ConnectionContext>
  )
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  assert(connection, 'a HostProvider is around')
  return connection
}

/** The contract, to ask the host with. */
export function useHost(): HostClient {
  return useConnection().client
}

/** The agents' terminals that were taken in this window; the same for as long as its page lives. */
export function useHeldTerminals(): HeldTerminals {
  const held = useContext(HeldTerminalsContext)
  assert(held, 'a HostProvider is around')
  return held
}

/** What only a desktop has; absent in a browser, together with its buttons. */
export function useNative(): NativeClient | undefined {
  return useConnection().native
}

/** The connection was lost, and nobody has answered for some seconds. */
export function useUnanswered(): boolean {
  const { subscribe, state, isUnanswered } = useConnection()
  return useSyncExternalStore(subscribe, () => state() === 'lost' && isUnanswered())
}

/** What is shown was recorded, and there is no host to turn to. */
export function useIsRecording(): boolean {
  return useConnectionState() === 'recorded'
}

export function useConnectionState(): ConnectionState {
  const { subscribe, state } = useConnection()
  return useSyncExternalStore(subscribe, state)
}
