import { findAddressPasswords, findJsonWebTokens, findPrivateKeys } from './find-keys.ts'
import { findAssignedSecrets, findQuotedSecrets, SECRET_WORD } from './find-named-secrets.ts'
import type { SecretMatch } from './secret-match.ts'

/** What is known of secrets by their look alone. */
export interface SecretKind {
  /** As a person reads it; with `s` for several. */
  readonly name: string
  /** Takes time linear in the text's length. */
  readonly find: (text: string) => Iterable<SecretMatch>
}

/** In the middle of a word none begins. */
const START = '(?<![A-Za-z0-9])'

/** In the order in which they count where two mean the same place. */
export const secretKinds: readonly SecretKind[] = [
  { name: 'private key', find: findPrivateKeys },
  {
    name: 'provider key',
    find: byPattern(
      new RegExp(`${START}sk-(?:ant|proj|or|svcacct|admin)-[\\w-]{10,}`, 'g'),
      new RegExp(`${START}sk-[A-Za-z0-9]{20,}`, 'g'),
      new RegExp(`${START}(?:AIza[\\w-]{30,}|gsk_\\w{20,}|xai-\\w{20,}|hf_[A-Za-z0-9]{20,})`, 'g'),
      new RegExp(
        `${START}(?:r8_\\w{20,}|pplx-\\w{20,}|lsv2_\\w{20,}|ls__\\w{20,}|tvly-[\\w-]{20,})`,
        'g',
      ),
    ),
  },
  {
    name: 'AWS key',
    find: byPattern(new RegExp(`${START}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`, 'g')),
  },
  {
    name: 'GitHub token',
    find: byPattern(new RegExp(`${START}(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\\w{20,})`, 'g')),
  },
  {
    name: 'access token',
    find: byPattern(
      new RegExp(
        `${START}(?:glpat-[\\w-]{16,}|npm_[A-Za-z0-9]{30,}|pypi-[\\w-]{30,}|dop_v1_\\w{30,})`,
        'g',
      ),
      new RegExp(`${START}(?:[sr]k_(?:live|test)_\\w{16,}|ya29\\.[\\w-]{20,})`, 'g'),
      new RegExp(`${START}SG\\.[\\w-]{16,}\\.[\\w-]{16,}`, 'g'),
    ),
  },
  {
    name: 'Slack token',
    find: byPattern(
      new RegExp(
        `${START}(?:xox[abeoprs](?:\\.xox[bp])?-[\\w-]{10,}|xapp-[\\w-]{10,})|hooks\\.slack\\.com/(?<secret>services/\\w+/\\w+/\\w+)`,
        'g',
      ),
    ),
  },
  { name: 'signed token', find: findJsonWebTokens },
  {
    name: 'authorization',
    find: byPattern(/\b(?:Bearer|Basic|Token)[ \t]+(?<secret>[A-Za-z0-9._~+/=-]{16,})/gi),
  },
  { name: 'password', find: findAddressPasswords },
  { name: 'secret value', find: findAssignedSecrets },
  { name: 'secret value', find: findQuotedSecrets },
]

/** Global patterns. Where one has a group `secret`, that is the secret; else all of the match. */
function byPattern(...patterns: readonly RegExp[]): SecretKind['find'] {
  return function* find(text) {
    for (const pattern of patterns) {
      for (const { 0: match, index, groups } of text.matchAll(pattern)) {
        const secret = groups?.['secret'] ?? match
        const start = index + match.lastIndexOf(secret)
        yield { start, end: start + secret.length, matchStart: index }
      }
    }
  }
}

const SECRET_KEY = new RegExp(`(?:^|[_-]|(?<=[a-z]))${SECRET_WORD}$|^authorization$`, 'i')

/** Whether what is under this name in plain data is a secret whatever it looks like. */
export function isSecretKey(name: string): boolean {
  return SECRET_KEY.test(name)
}
