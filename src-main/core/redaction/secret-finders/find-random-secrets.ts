import type { NamedRule, TokenRule } from './gitleaks-rule.ts'
import { namedRules, PROVIDER, tokenRules } from './gitleaks-rules.ts'
import { findSecretNames, type SecretName } from './secret-names.ts'
import {
  entropyOf,
  isPlaceholder,
  isStrong,
  looksRandom,
  matchAt,
  type SecretMatch,
} from './secret-values.ts'

/** A run of characters that a program may have made. */
interface Run {
  readonly start: number
  readonly text: string
}

const RUN = /[\w+/=.~%|:@!#$^*&-]{12,}/g
const LEADING = /^[^\w$!#%@^*&+/-]+/
const TRAILING = /(?<![.,:!?&|=-])[.,:!?&|-]+$/

/** Finds secrets by the look of their value: tokens of known forms, and random values near a word that explains them. */
export function* findRandomSecrets(text: string): Generator<SecretMatch> {
  const runs = [...text.matchAll(RUN)]
    .filter(({ 0: run }) => /\d/.test(run))
    .map(({ 0: run, index }) => ({ start: index, text: run }))
  if (runs.length === 0) return
  yield* findKnownTokens(runs)
  for (const run of runs) {
    const value = trimRun(run)
    if (!looksRandom(value.text) || isPlaceholder(value.text)) continue
    const explanation = findProvider(text, value) ?? findMention(text, value)
    if (explanation === undefined) continue
    const end = value.start + value.text.length
    yield { start: value.start, end, matchStart: Math.min(explanation, value.start) }
  }
}

function trimRun({ start, text }: Run): Run {
  const leading = LEADING.exec(text)?.[0].length ?? 0
  return { start: start + leading, text: text.slice(leading).replace(TRAILING, '') }
}

/** A rule may take a part of a longer token. */
const TOKEN_REST = /[\w=-]*/y

/** Looks only at the runs, joined: there are far fewer of them than of other characters. */
function* findKnownTokens(runs: readonly Run[]): Generator<SecretMatch> {
  const joined = runs.map(({ text }) => text).join(' ')
  const ends: number[] = []
  for (const { text } of runs) ends.push((ends.at(-1) ?? -1) + 1 + text.length)
  for (const { pattern, minEntropy } of findApplicable(joined)) {
    for (const { 0: token, index } of joined.matchAll(pattern)) {
      if (entropyOf(token) < minEntropy) continue
      const nth = findFirst(ends, index)
      const offset = (runs[nth]?.start ?? 0) - ((ends[nth - 1] ?? -1) + 1)
      const end = index + token.length
      const rest = matchAt(TOKEN_REST, joined, end).length
      yield { start: index + offset, end: end + rest + offset, matchStart: index + offset }
    }
  }
}

/** Returns the index of the first number above `value`; the numbers rise. */
function findFirst(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Few rules apply to a text, and keywords are found faster than patterns. */
function findApplicable(tokens: string): readonly TokenRule[] {
  const lower = tokens.toLowerCase()
  return [...prefixedTokens, ...tokenRules].filter(({ keywords }) =>
    keywords.some((keyword) => lower.includes(keyword)),
  )
}

/** How far in front of a value its provider, or the word for it, is looked for, in characters. */
const BEFORE = 160
/** And behind it. */
const BEHIND = 80

const LINE_BEHIND = /^[^\r\n]*/

/** Returns where the name of a provider begins whose secrets have the form of a value. */
function findProvider(text: string, { start, text: value }: Run): number | undefined {
  const line = lineBefore(text, start)
  for (const { 0: provider, index } of line.matchAll(PROVIDER)) {
    const rules = namedRules.filter(({ name }) => name.test(provider))
    if (rules.some((rule) => isValue(rule, value))) return start - line.length + index
  }
  return undefined
}

function isValue({ value: pattern, minEntropy }: NamedRule, value: string): boolean {
  return pattern.test(value) && entropyOf(value) >= minEntropy
}

const MIN_MENTIONED = 16

/** Returns where the name of a secret begins that stands in the same line as a value. */
function findMention(text: string, { start, text: value }: Run): number | undefined {
  if (value.length < MIN_MENTIONED || isOther(value)) return undefined
  const isKey = isStrong(value)
  const explains = ({ says }: SecretName) => isKey || says !== 'hint'
  const line = lineBefore(text, start)
  const before = findSecretNames(line).find(explains)
  if (before) return start - line.length + before.start
  const end = start + value.length
  const [behind = ''] = LINE_BEHIND.exec(text.slice(end, end + BEHIND)) ?? []
  const after = findSecretNames(behind).find(explains)
  return after && end + after.start
}

/** An address, a file or a version. */
function isOther(value: string): boolean {
  return /:\/\/|\.[a-z]{2,4}$|^\d[\d.,:-]*$|^sha(?:1|256|384|512)[-:]/.test(value)
}

/** A line that ends in a colon goes on in the next one that isn't empty. */
function lineBefore(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - BEFORE), end)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const above = before.slice(0, before.length - line.length).trimEnd()
  if (!above.endsWith(':')) return line
  return before.slice(above.lastIndexOf('\n') + 1)
}

/**
 * Tokens by the prefix that their provider documents, where gitleaks has no rule, or one that only takes
 * a certain length. Each holds at least one digit.
 */
const prefixedTokens: readonly TokenRule[] = [
  {
    id: 'underscore',
    keywords: ['_'],
    pattern:
      /(?<![A-Za-z0-9])(?:npm|d[oe][por]_v1|[sr]k_(?:live|test|prod)|sk|bkua|bkct|CCIPAT|CCIPRJ|dckr_[po]at|fig[dou]|hc[abx][a-z]{2}|lin_(?:api|oauth)|nf[pcou]|ntn|secret|ph[xs]|rnd|samsara|sq[uapb]|whsec|sbp|sb_secret|vc[pkair]|waka|zpka|napi|os_v2_(?:app|org)|pdl_(?:live|sdbx)_apikey|re|rpa|tfp|vtwn|tss|mdb_sa_sk|sntry[suz]|shp(?:at|ca|pa|ss|tka)|gl(?:sa|c)|pscale_(?:tkn|pw|oauth)|rubygems|shippo_(?:live|test)|duffel_(?:live|test)|snyk_(?:uat|sat)|ops|fo1|fm[12][ar]?|nvapi|pcsk|csk|gsk|fw|hf|api_org|r8|lsv2|ls|rdme|pnu|sm_[aps]at|tok|pat|oat)_(?=[A-Za-z0-9+/=_-]{0,19}\d)[A-Za-z0-9][\w+/=-]{19,}/g,
    minEntropy: 3,
  },
  {
    id: 'dot',
    keywords: ['.'],
    pattern:
      /(?<![\w-])(?:dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]+\.)?\w{30,}|hv[sbr]\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|ya29\.[\w-]{20,}|sl\.[\w.-]{40,}|dt0[a-z]\d\d\.\w{20,}\.\w{40,}|[ps]k\.eyJ[\w-]{20,}\.[\w-]{10,}|pat\w{14}\.[0-9a-f]{40,}|[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,})/g,
    minEntropy: 3,
  },
  {
    id: 'dash',
    keywords: ['-'],
    pattern:
      /(?<![\w-])(?:gl(?:pat|ptt|dt|rt|rtr|cbt|soat|ft|imt|agent|oas|ffct|wt)|pypi|CFPAT|NR(?:AK|II|IQ|RA|AA|JS|BR)|PMAK|GOCSPX|tskey|sq0[a-z]{3}|xkeysib|FLWSECK|sk|xai|pplx|tvly|jina|nvapi|fc|e2b|csk)[-_](?=[\w-]{0,30}\d)[\w-]{16,}/g,
    minEntropy: 3,
  },
  {
    id: 'uuid',
    keywords: ['sdk-', 'mob-', 'api-', 'pat-', 'key-'],
    pattern:
      /(?<![\w-])(?:(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|pat-[a-z]{2}\d-[0-9a-f-]{36}|key-[0-9a-f]{32})/g,
    minEntropy: 3,
  },
  {
    id: 'letters',
    keywords: ['at', 'ez', 'api-', 'ltai', 'aqvn', 'oy2', 'cio', 'eaa'],
    pattern:
      /(?<![\w-])(?:ATATT3[\w=-]{40,}|AT(?:BB|CTT|STT)\w{24,}|EZ[AT]K[A-Za-z0-9]{50,}|API-[A-Z0-9]{26,}|LTAI[A-Za-z0-9]{16,}|AQVN[\w-]{30,}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}|EAA[A-Z][A-Za-z0-9]{60,})/g,
    minEntropy: 3,
  },
  {
    id: 'colon or slash',
    keywords: [':', '/'],
    pattern: /(?<![\w-])(?:1\/\/0[\w-]{40,}|AAAA[\w-]{7}:APA91b[\w-]{40,}|\d{8,11}:AA[\w-]{33,})/g,
    minEntropy: 3,
  },
]
