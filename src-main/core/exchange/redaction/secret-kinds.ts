/** What is known of secrets by their look alone. */
export interface SecretKind {
  /** As a person reads it; with `s` for several. */
  readonly name: string
  /** Global. Where it has a group `secret`, that is what is taken out; else all of it. */
  readonly pattern: RegExp
}

/** In the middle of a word none begins. */
const START = '(?<![A-Za-z0-9])'
const SECRET_WORD =
  '(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SIGNING_?KEY|CREDENTIALS?)'
/** What was taken out already, or stands for what is found elsewhere, is no secret. */
const NOT_REMOVED = '(?!\\[[A-Za-z ]+ removed\\]|\\$|%\\w|<)'

/** Longer ones are cut off in the middle of the key. */
const PEM_CHARS = 16_000

/** In the order in which they count where two mean the same place. */
export const secretKinds: readonly SecretKind[] = [
  {
    name: 'private key',
    // Its end may be missing: what shows it may have been cut.
    pattern: new RegExp(
      `-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?:[A-Za-z0-9+/=\\s:,.]|-(?!-)){0,${PEM_CHARS}}-----END [A-Z0-9 ]*-----|(?:\\s{0,4}[A-Za-z0-9+/=]{16,})*)`,
      'g',
    ),
  },
  {
    name: 'provider key',
    pattern: new RegExp(
      `${START}(?:sk-(?:ant|proj|or|svcacct|admin)-[\\w-]{10,}|sk-[A-Za-z0-9]{20,}|AIza[\\w-]{30,}|gsk_\\w{20,}|xai-\\w{20,}|hf_[A-Za-z0-9]{20,}|r8_\\w{20,}|pplx-\\w{20,}|lsv2_\\w{20,}|ls__\\w{20,}|tvly-[\\w-]{20,})`,
      'g',
    ),
  },
  {
    name: 'AWS key',
    pattern: new RegExp(`${START}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`, 'g'),
  },
  {
    name: 'GitHub token',
    pattern: new RegExp(`${START}(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\\w{20,})`, 'g'),
  },
  {
    name: 'access token',
    pattern: new RegExp(
      `${START}(?:glpat-[\\w-]{16,}|npm_[A-Za-z0-9]{30,}|pypi-[\\w-]{30,}|dop_v1_\\w{30,}|[sr]k_(?:live|test)_\\w{16,}|SG\\.[\\w-]{16,}\\.[\\w-]{16,}|ya29\\.[\\w-]{20,})`,
      'g',
    ),
  },
  {
    name: 'Slack token',
    pattern: new RegExp(
      `${START}(?:xox[abeoprs](?:\\.xox[bp])?-[\\w-]{10,}|xapp-[\\w-]{10,})|hooks\\.slack\\.com/(?<secret>services/\\w+/\\w+/\\w+)`,
      'g',
    ),
  },
  {
    name: 'signed token',
    pattern: new RegExp(`${START}eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?`, 'g'),
  },
  {
    name: 'authorization',
    pattern: /\b(?:Bearer|Basic|Token)[ \t]+(?<secret>[A-Za-z0-9._~+/=-]{16,})/gi,
  },
  {
    name: 'password',
    // In an address: only what lies between its colon and its at sign.
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`\\]{0,200}:(?<secret>[^\s/@"'`\\]{1,200})@/gi,
  },
  {
    name: 'secret value',
    // NAME=value, as in an .env file or before a command.
    pattern: new RegExp(
      `\\b[A-Z][A-Z0-9_]{0,60}?${SECRET_WORD}(?:_[A-Z0-9_]{1,40})?=["']?${NOT_REMOVED}(?<secret>[^\\s"'\`\\\\;&|]{6,400})`,
      'g',
    ),
  },
  {
    name: 'secret value',
    // name: "value", as in JSON, YAML and code.
    pattern: new RegExp(
      `(?:\\b|_|(?<=[a-z]))${SECRET_WORD}["'\`]?\\s{0,4}[:=]\\s{0,4}(["'\`])${NOT_REMOVED}(?<secret>(?:[^"'\`\\\\\\s]|\\\\[^"'\`\\s]){6,400})\\1`,
      'gi',
    ),
  },
]

const SECRET_KEY = new RegExp(`(?:^|[_-]|(?<=[a-z]))${SECRET_WORD}$|^authorization$`, 'i')

/** Whether what is under this name in plain data is a secret whatever it looks like. */
export function isSecretKey(name: string): boolean {
  return SECRET_KEY.test(name)
}
