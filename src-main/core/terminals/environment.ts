import { isSecretName } from '../secret-names.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Meant for this process alone. */
const OURS = /^(ELECTRON_|VITE_|NODE_CHANNEL_|NODE_OPTIONS$)/u

/** An environment for programs: without keys of model providers. */
export function toProgramEnvironment(env: Environment): Record<string, string> {
  const isKept = (name: string) => !isSecretName(name) && !OURS.test(name)
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isKept(name) ? [[name, value] as const] : [],
  )
  return Object.fromEntries(kept)
}
