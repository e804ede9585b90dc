import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { assert } from '#shared/lib/assert.ts'
import type { Connection, ConnectionState, HostClient, NativeClient } from './connection.ts'

const ConnectionContext = createContext<Connection | undefined>(undefined)

export interface HostProviderProps {
  readonly connection: Connection
  readonly children: ReactNode
}

export function HostProvider({ connection, children }: HostProviderProps) {
  return <ConnectionContext value={connection}>{children}</ConnectionContext>
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
