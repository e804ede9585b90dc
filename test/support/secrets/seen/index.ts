import type { SecretKind } from '../secret-kind.ts'
import { aiAndObservabilityKinds } from './kinds-ai-and-observability.ts'
import { amazonAzureKinds } from './kinds-amazon-azure.ts'
import { cloudKinds } from './kinds-clouds.ts'
import { codeHostingKinds } from './kinds-code-hosting.ts'
import { genericKinds } from './kinds-generic.ts'
import { passwordKinds } from './kinds-passwords.ts'
import { serviceKinds } from './kinds-services.ts'

/** Known to those who tune the rules; written from the providers' documentation before there were any. */
export const seenKinds: readonly SecretKind[] = [
  ...amazonAzureKinds,
  ...cloudKinds,
  ...codeHostingKinds,
  ...aiAndObservabilityKinds,
  ...serviceKinds,
  ...genericKinds,
  ...passwordKinds,
]
