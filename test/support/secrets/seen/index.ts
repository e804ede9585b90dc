import type { SecretKind } from '../secret-kind.ts'

/** Known to those who tune the rules. */
export const seenKinds: readonly SecretKind[] = []
