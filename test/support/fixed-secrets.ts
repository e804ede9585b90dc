import type { SecretStore } from '../../src-main/core/secrets/secret-encryption.ts'

/** For tests: secrets that nobody changes; `find` says which there are. */
export function fixedSecrets(
  find: SecretStore['find'] = async () => undefined,
): Pick<SecretStore, 'find' | 'readOnce'> {
  return { find, readOnce: () => ({ find }) }
}
