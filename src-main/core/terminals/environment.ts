type Environment = Readonly<Record<string, string | undefined>>

const SECRET =
  /^(ANTHROPIC|OPENAI)_|(^|_)API_?(KEY|TOKEN|SECRET)S?($|_)|_AUTH_TOKEN$|_ACCESS_KEY$|_SECRET_KEY$/iu
/** Meant for this process alone. */
const OURS = /^(ELECTRON_|VITE_|NODE_CHANNEL_|NODE_OPTIONS$)/u

/** An environment for programs: without keys of model providers, and without the names given. */
export function toProgramEnvironment(
  env: Environment,
  secretNames: readonly string[] = [],
): Record<string, string> {
  const named = new Set(secretNames.map((name) => name.toUpperCase()))
  const isKept = (name: string) =>
    !SECRET.test(name) && !OURS.test(name) && !named.has(name.toUpperCase())
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isKept(name) ? [[name, value] as const] : [],
  )
  return Object.fromEntries(kept)
}
