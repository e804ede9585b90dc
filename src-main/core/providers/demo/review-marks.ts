/** Something in a line that a script can tell is worth a comment. */
export interface Mark {
  readonly reviewer: 'security' | 'logic'
  readonly pattern: RegExp
  readonly severity: 'high' | 'medium' | 'low'
  readonly category: string
  readonly message: string
  /** The line as it should be, where that is known. */
  readonly mend?: (line: string) => string
}

/** What is looked for in the lines that a change adds. */
export const marks: readonly Mark[] = [
  {
    reviewer: 'security',
    pattern: /\beval\s*\(/,
    severity: 'high',
    category: 'injection',
    message: 'What reaches `eval` is run as code. Read the value with a parser instead.',
  },
  {
    reviewer: 'security',
    pattern: /(?:api_?key|secret|token|password)["']?\s*[:=]\s*["'][^"'$\s]{8,}["']/i,
    severity: 'high',
    category: 'secret',
    message:
      'This looks like a secret, and whoever reads the repository has it. Take it from the environment.',
  },
  {
    reviewer: 'logic',
    pattern: /\bcatch\s*(?:\([^()]*\)\s*)?\{\s*\}/,
    severity: 'medium',
    category: 'swallowed error',
    message: 'Whatever goes wrong here, nobody is told. Handle the error, or let it through.',
  },
  {
    reviewer: 'logic',
    pattern: /[^=!<>]==[^=]|!=[^=]/,
    severity: 'low',
    category: 'loose comparison',
    message: 'This also holds for values of another type. Compare without conversion.',
    mend: (line) => line.replace(/([^=!<>])==(?!=)/g, '$1===').replace(/!=(?!=)/g, '!=='),
  },
  {
    reviewer: 'logic',
    pattern: /\b(?:TODO|FIXME)\b/,
    severity: 'low',
    category: 'unfinished',
    message: 'The change leaves this to be done.',
  },
]
