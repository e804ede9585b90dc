import { isSecretName } from '../secret-names.ts'

/** Variables that a program is given by its entry; of those that are keys, the names. */
export function tellEnvironment(env: Readonly<Record<string, string>>): string {
  const told = Object.entries(env).map(([name, value]) =>
    isSecretName(name) ? `${name}=…` : `${name}=${value}`,
  )
  return told.length === 0 ? '' : `Its environment has ${told.join(', ')}.`
}
