/** A pattern that takes more than linear time, on an input that is bounded before it is matched. */
export type BoundedPattern = {
  /** Written as `/source/flags`. */
  readonly pattern: string
  /** The most characters it is ever matched against; the code in front of it makes sure. */
  readonly maxChars: number
  readonly reason: string
}

/** A pattern that is only known when the program runs, and what stands for it when it is judged. */
export type DynamicAllowance = {
  readonly file: string
  /** The first argument of `RegExp`, `match`, `matchAll` or `search`, its white space collapsed. */
  readonly expression: string
  /** Patterns as `/source/flags` that it becomes; none where it never runs on the host's or window's thread. */
  readonly samples: readonly string[]
  readonly reason: string
}

/** A pattern in a syntax that the judge doesn't know, and the same one in a syntax that it knows. */
export type Equivalent = {
  readonly pattern: string
  readonly judgedAs: string
  readonly reason: string
}

export type Allowed = {
  readonly bounded: readonly BoundedPattern[]
  readonly dynamic: readonly DynamicAllowance[]
  readonly equivalents: readonly Equivalent[]
}

const SCRIPTS =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'

export const allowed: Allowed = {
  bounded: [],
  equivalents: [
    {
      pattern: `/[${SCRIPTS}]|[[\\p{L}\\p{N}\\p{M}\\p{Co}]--[${SCRIPTS}]]+/gv`,
      judgedAs: `/[${SCRIPTS}]|[\\p{L}\\p{N}\\p{M}\\p{Co}]+/gu`,
      reason: 'Subtracting a set needs the v flag. The larger set takes as many steps.',
    },
  ],
  dynamic: [
    {
      file: 'src-main/core/integrations/mcp/tools/model-schema.ts',
      expression: 'pattern',
      samples: [],
      reason: 'Only compiled, to learn whether the pattern of a schema is valid; it never runs.',
    },
    {
      file: 'src-main/core/code/index-files.ts',
      expression: 'definition',
      samples: [],
      reason: 'A regular expression of a language, collected where it stands.',
    },
    {
      file: 'src-main/core/redaction/find-ranges.ts',
      expression: 'pattern',
      samples: [],
      reason: 'The regular expressions of private words, collected where they are made.',
    },
    {
      file: 'src-main/core/redaction/secret-finders/secret-kinds.ts',
      expression: 'pattern',
      samples: [],
      reason: 'The regular expressions of kinds of secrets, collected where they stand.',
    },
    {
      file: 'src-main/core/redaction/secret-finders/find-command-secrets.ts',
      expression: 'pattern',
      samples: [],
      reason: 'The regular expressions of files with logins, collected where they stand.',
    },
    {
      file: 'src-main/core/redaction/secret-finders/find-random-secrets.ts',
      expression: 'pattern',
      samples: [],
      reason: 'The regular expressions of known tokens, collected where they stand.',
    },
    {
      file: 'src-main/core/test-runners/read-tests.ts',
      expression: 'pattern',
      samples: [],
      reason: 'A regular expression of a test runner, collected where it stands.',
    },
    {
      file: 'src-shared/lib/glob.ts',
      expression: `\`^[\${isNegated ? '^' : ''}\${inside}]$\``,
      samples: ['/^[a-z]$/u', '/^[^a-z]$/u'],
      reason: 'One set of characters, matched against one character.',
    },
    {
      file: 'src-main/core/terminals/find-pattern.worker.ts',
      expression: 'pattern',
      samples: [],
      reason: 'A model’s pattern, matched in a worker thread that is terminated at a limit.',
    },
    {
      file: 'src-main/core/terminals/output-pattern.ts',
      expression: 'pattern',
      samples: [],
      reason: 'Compiled only, to find out whether it is one.',
    },
    {
      file: 'src-main/core/providers/model-catalogue/price-list.ts',
      expression: 'match.regex',
      samples: [],
      reason: 'From a price list in a package, matched against names of at most 200 characters.',
    },
    {
      file: 'src-main/core/code-review/prepare-review.ts',
      expression: `\`(?<=[ "](?:[a-z]/)?)\${RegExp.escape(prefix)}\``,
      samples: ['/(?<=[ "](?:[a-z]\\/)?)packages\\/app\\//gu'],
      reason: 'An escaped path behind a fixed number of characters.',
    },
    {
      file: 'src-main/core/redaction/redaction.ts',
      expression: `\`(?<![\\\\w-])\${RegExp.escape(name)}(?![\\\\w-])\``,
      samples: ['/(?<![\\w-])somebody(?![\\w-])/gi'],
      reason: 'An escaped name between fixed characters.',
    },
    {
      file: 'src-main/core/redaction/redaction.ts',
      expression: `\`(?<![\\\\w.~-])\${parts.join('[\\\\\\\\/]{1,2}')}(?![\\\\w-])\``,
      samples: ['/(?<![\\w.~-])[\\\\/]{1,2}home[\\\\/]{1,2}somebody(?![\\w-])/gi'],
      reason: 'Escaped names of folders with slashes between them.',
    },
  ],
}
