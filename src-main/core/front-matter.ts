import { parse, YAMLParseError } from 'yaml'
import { AppError } from '#shared/error.ts'

/** A markdown file in its two parts. */
export interface FrontMatter {
  /** Parsed YAML: of any shape. */
  readonly values: unknown
  /** What stands below it, without space around. */
  readonly body: string
}

const FRONT_MATTER =
  /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n(?<body>[\s\S]*))?$/

/** Splits a markdown file into its front matter and the text below. Fails with what is wrong with it. */
export function readFrontMatter(text: string): FrontMatter {
  const match = FRONT_MATTER.exec(text)
  if (!match?.groups) {
    throw wrong('It does not begin with front matter between two lines of "---".')
  }
  const { yaml = '', body = '' } = match.groups
  return { values: parseYaml(yaml), body: body.trim() }
}

function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml)
  } catch (error) {
    return parseLoose(yaml, error)
  }
}

/** A value on one line that is not quoted, nor anything else that YAML knows. */
const PLAIN_VALUE = /^(?<key>[A-Za-z][\w-]*):[ \t]+(?<value>[^\s'"[{|>&*!#][^\r\n]*)/gm

/** Many a description that other programs take as it is holds a colon, which YAML refuses. */
function parseLoose(yaml: string, cause: unknown): unknown {
  try {
    return parse(
      yaml.replace(
        PLAIN_VALUE,
        (_, key: string, value: string) => `${key}: ${JSON.stringify(value)}`,
      ),
    )
  } catch {
    throw wrong(`Its front matter is not valid YAML${placeOf(cause)}.`)
  }
}

/** Counted in the file, whose first line is above the YAML. */
function placeOf(error: unknown): string {
  const at = error instanceof YAMLParseError ? error.linePos?.[0] : undefined
  return at ? ` at line ${at.line + 1}` : ''
}

function wrong(message: string): AppError {
  return new AppError('invalid-input', message)
}
