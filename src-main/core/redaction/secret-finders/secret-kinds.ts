import { findCommandSecrets, findLoginFileSecrets } from './find-command-secrets.ts'
import {
  findAddressPasswords,
  findJsonWebTokens,
  findPasswordHashes,
  findPrivateKeys,
} from './find-keys.ts'
import { findKubernetesSecrets } from './find-kubernetes-secrets.ts'
import { findNamedSecrets } from './find-named-secrets.ts'
import { findRandomSecrets } from './find-random-secrets.ts'
import {
  findAddressTokens,
  findCookies,
  findEncodedLogins,
  findSchemeCredentials,
} from './find-web-secrets.ts'
import { classifyName } from './secret-names.ts'
import type { SecretMatch } from './secret-values.ts'

/** What is known of secrets by their look alone. */
interface SecretKind {
  /** As a person reads it; with `s` for several. */
  readonly name: string
  /** Takes time linear in the text's length. */
  readonly find: (text: string) => Iterable<SecretMatch>
  /** Whether it depends on where lines begin, so that prefixes of lines hide secrets from it. */
  readonly readsLines?: true
}

/** In the middle of a word none begins. */
const START = '(?<![A-Za-z0-9])'

const PUTTY_KEY = /\bPrivate-Lines: \d{1,3}\r?\n(?<secret>(?:[A-Za-z0-9+/=]{1,64}\r?\n){1,60})/g

/** In the order in which they count where two mean the same place. */
export const secretKinds: readonly SecretKind[] = [
  { name: 'private key', find: findPrivateKeys, readsLines: true },
  { name: 'private key', find: byPattern(PUTTY_KEY), readsLines: true },
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
    name: 'Slack token',
    find: byPattern(
      new RegExp(
        `${START}(?:xox[abeoprs](?:\\.xox[bp])?-[\\w-]{10,}|xapp-[\\w-]{10,})|hooks\\.slack\\.com/(?<secret>services/\\w+/\\w+/\\w+)`,
        'g',
      ),
    ),
  },
  { name: 'signed token', find: findJsonWebTokens },
  { name: 'password hash', find: findPasswordHashes },
  { name: 'access token', find: findRandomSecrets },
  { name: 'access token', find: findAddressTokens },
  { name: 'authorization', find: findSchemeCredentials },
  { name: 'authorization', find: findEncodedLogins },
  { name: 'cookie', find: findCookies },
  { name: 'password', find: findAddressPasswords },
  { name: 'password', find: findCommandSecrets },
  { name: 'password', find: findLoginFileSecrets, readsLines: true },
  { name: 'Kubernetes secret', find: findKubernetesSecrets, readsLines: true },
  { name: 'secret value', find: findNamedSecrets, readsLines: true },
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

/** Whether what is under this name in plain data is a secret whatever it looks like. */
export function isSecretKey(name: string): boolean {
  const says = classifyName(name)
  return says === 'password' || says === 'token'
}
