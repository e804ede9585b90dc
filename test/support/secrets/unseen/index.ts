import type { SecretKind } from '../secret-kind.ts'

/** Written by somebody who doesn't tune the rules. */
export const unseenKinds: readonly SecretKind[] = []
