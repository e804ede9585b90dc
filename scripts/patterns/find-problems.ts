import type { Allowed } from './allowed-patterns.ts'
import type { Collected } from './collect-patterns.ts'

/** Verdict on a pattern: `linear` if its time grows linearly with the length of its input. */
export type Verdict = 'linear' | `vulnerable: ${string}` | `unknown: ${string}`

/** Verdicts by pattern, as `/source/flags`. */
export type Verdicts = Readonly<Record<string, Verdict>>

export type Checked = {
  /** How many different patterns were checked. */
  readonly count: number
  readonly problems: readonly string[]
  /** Patterns without a verdict. */
  readonly unjudged: readonly string[]
  /** Verdicts about patterns that are nowhere. */
  readonly stale: readonly string[]
}

type Source = { readonly key: string; readonly at: string }

/** Checks patterns against their verdicts and the allow-list. Each problem is a line for a person. */
export function findProblems(
  { patterns, dynamic }: Collected,
  verdicts: Verdicts,
  allowed: Allowed,
): Checked {
  const literal = patterns.map(
    ({ source, flags, at }): Source => ({ key: `/${source}/${flags}`, at }),
  )
  const equivalents = new Map(allowed.equivalents.map((one) => [one.pattern, one.judgedAs]))
  const samples = allowed.dynamic.flatMap(({ file, samples: keys }) =>
    keys.map((key): Source => ({ key, at: file })),
  )
  const judged = [
    ...literal.map(({ key, at }) => ({ key: equivalents.get(key) ?? key, at })),
    ...samples,
  ]
  const bounded = new Set(allowed.bounded.map(({ pattern }) => pattern))
  const byKey = new Map(judged.map(({ key, at }) => [key, at]))
  const unjudged = [...byKey.keys()].filter((key) => !Object.hasOwn(verdicts, key))
  const stale = Object.keys(verdicts).filter((key) => !byKey.has(key))
  const found = new Set([...literal.map(({ key }) => key), ...byKey.keys()])
  return {
    count: byKey.size,
    unjudged,
    stale,
    problems: [
      ...unjudged.map((key) => `${byKey.get(key)}: ${key} has no verdict.`),
      ...stale.map((key) => `There is a verdict on ${key}, which is nowhere.`),
      ...judged.flatMap(({ key, at }) => {
        const verdict = verdicts[key] ?? 'linear'
        return verdict === 'linear' || bounded.has(key) ? [] : [`${at}: ${key} is ${verdict}.`]
      }),
      ...findDynamic(dynamic, allowed),
      ...[...bounded, ...equivalents.keys()]
        .filter((key) => !found.has(key))
        .map((key) => `The allow-list has ${key}, which is nowhere.`),
    ],
  }
}

function findDynamic(dynamic: Collected['dynamic'], allowed: Allowed): readonly string[] {
  const keyOf = ({ file, expression }: { readonly file: string; readonly expression: string }) =>
    `${file} ${expression}`
  const known = new Set(allowed.dynamic.map(keyOf))
  const present = new Set(dynamic.map(keyOf))
  return [
    ...dynamic
      .filter((one) => !known.has(keyOf(one)))
      .map(
        ({ at, expression }) =>
          `${at}: The pattern ${expression} is only known at run time. Use constants or plain code, or add it to scripts/patterns/allowed-patterns.ts with a reason.`,
      ),
    ...[...known]
      .filter((key) => !present.has(key))
      .map((key) => `The allow-list has ${key}, which is nowhere.`),
  ]
}
