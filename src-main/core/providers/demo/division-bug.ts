/** A function that rounds a division down where its own tests expect it rounded up. */
export interface DivisionBug {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly wrong: string
  readonly right: string
  /** An assertion that shows it, and what comes out instead. */
  readonly shown: { readonly call: string; readonly expected: number; readonly actual: number }
  readonly test: string
}

export interface SourceFile {
  readonly path: string
  readonly text: string
}

interface Divider {
  readonly name: string
  readonly path: string
  readonly line: number
  readonly statement: string
}

interface Expectation {
  readonly call: string
  readonly whole: number
  readonly part: number
  readonly expected: number
  readonly path: string
}

/**
 * Works out what every function of the form `return Math.floor(a / b)` answers to the calls in the
 * tests, and finds one where rounding down contradicts them and rounding up does not.
 */
export function findDivisionBug(
  sources: readonly SourceFile[],
  tests: readonly SourceFile[],
): DivisionBug | undefined {
  for (const divider of sources.flatMap(dividersIn)) {
    const expectations = tests.flatMap((test) => expectationsIn(test, divider.name))
    const broken = expectations.find(
      ({ whole, part, expected }) => Math.floor(whole / part) !== expected,
    )
    const holdsUp = expectations.every(
      ({ whole, part, expected }) => Math.ceil(whole / part) === expected,
    )
    if (broken && holdsUp) return toBug(divider, broken)
  }
  return undefined
}

function toBug(divider: Divider, { call, whole, part, expected, path }: Expectation): DivisionBug {
  return {
    path: divider.path,
    line: divider.line,
    name: divider.name,
    wrong: divider.statement,
    right: divider.statement.replace('Math.floor', 'Math.ceil'),
    shown: { call, expected, actual: Math.floor(whole / part) },
    test: path,
  }
}

function dividersIn({ path, text }: SourceFile): Divider[] {
  const lines = text.split('\n')
  return lines.flatMap((statement, index) => {
    if (!/return Math\.floor\(\w+ \/ \w+\)/.test(statement)) return []
    const before = lines.slice(0, index + 1).reverse()
    const name = before.flatMap((line) => /function (\w+)\(\w+, \w+\)/.exec(line)?.[1] ?? [])[0]
    return name ? [{ name, path, line: index + 1, statement: statement.trim() }] : []
  })
}

function expectationsIn({ path, text }: SourceFile, name: string): Expectation[] {
  const calls = [...text.matchAll(/\b((\w+)\((\d+), (\d+)\)), (\d+)/g)]
  const own = calls.filter(([, , called]) => called === name)
  return own.map(([, call = '', , whole, part, expected]) => ({
    call,
    whole: Number(whole),
    part: Number(part),
    expected: Number(expected),
    path,
  }))
}
