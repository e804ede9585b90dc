import type { SecretKind } from '../secret-kind.ts'
import { applicationKinds } from './application-secrets.ts'
import { databaseKinds } from './databases.ts'
import { deploymentKinds } from './deployment.ts'
import { mailKinds } from './mail.ts'
import { messageKinds } from './messages.ts'
import { modelKinds } from './models.ts'
import { operationsKinds } from './operations.ts'
import { packageKinds } from './packages.ts'
import { passwordKinds } from './passwords.ts'
import { paymentKinds } from './payments.ts'
import { platformKinds } from './platforms.ts'
import { privateKeyKinds } from './private-keys.ts'
import { slackKinds } from './slack.ts'

/** Kinds whose writers have not seen the rules of redaction. */
export const unseenKinds: readonly SecretKind[] = [
  ...applicationKinds,
  ...databaseKinds,
  ...deploymentKinds,
  ...mailKinds,
  ...messageKinds,
  ...modelKinds,
  ...operationsKinds,
  ...packageKinds,
  ...passwordKinds,
  ...paymentKinds,
  ...platformKinds,
  ...privateKeyKinds,
  ...slackKinds,
]
