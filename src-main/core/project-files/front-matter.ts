import { parse, YAMLParseError } from 'yaml'
import { z } from 'zod'
import { LEAD_TYPE, ORCHESTRATOR_TYPE } from '#shared/events/agent.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'

/** A markdown file in its two parts. */
interface FrontMatter {
  /** Parsed YAML: of any shape. */
  readonly values: unknown
  /** What stands below it, without space around. */
  readonly body: string
}

const MAX_REASON_CHARS = 500

const FRONT_MATTER =
  /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n(?<body>[\s\S]*))?$/

/** Parses the front matter of a markdown file, for files of our own. Fails with what is wrong with it. */
export function readFrontMatter(text: string): FrontMatter {
  const { yaml, body } = splitFrontMatter(text)
  return { values: parseYaml(yaml), body }
}

/** Splits a markdown file into its front matter and the text below. Fails with what is wrong with it. */
export function splitFrontMatter(text: string): { readonly yaml: string; readonly body: string } {
  const match = FRONT_MATTER.exec(text)
  if (!match?.groups) {
    throw AppError.invalidInput('It does not begin with front matter between two lines of "---".')
  }
  const { yaml = '', body = '' } = match.groups
  return { yaml, body: body.trim() }
}

/**
 * Keys are strings: others are written out at every level around them, so that `? ` 250 times takes seconds. The same
 * holds for errors that quote the text. Few values stand for others, so that little text can't become much.
 */
const OPTIONS = {
  stringKeys: true,
  prettyErrors: false,
  maxAliasCount: 20,
  logLevel: 'error',
} as const

/** Fails with a sentence. Takes half a second for some texts of 16 KB. */
function parseYaml(yaml: string): unknown {
  try {
    return parse(yaml, OPTIONS)
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
      OPTIONS,
    )
  } catch {
    throw AppError.invalidInput(`Its front matter is not valid YAML${placeOf(yaml, cause)}.`)
  }
}

/** Counted in the file, whose first line is above the YAML. */
function placeOf(yaml: string, error: unknown): string {
  if (!(error instanceof YAMLParseError)) return ''
  const before = yaml.slice(0, error.pos[0]).split('\n')
  return ` at line ${before.length + 1}`
}

const TAKEN: ReadonlySet<string> = new Set([LEAD_TYPE, ORCHESTRATOR_TYPE])

/** More than anyone would list, and few enough to compare with each other. */
const MAX_NAMES = 500

const NameList = z
  .union([z.string().max(16_000), z.array(z.string()).max(MAX_NAMES), z.null()])
  .optional()

/** Fields that only other programs know are ignored. */
const SubagentFields = z.object(
  {
    name: z
      .string('Give it a name.')
      .regex(/^[a-z][a-z0-9-]{0,63}$/, 'Write the name in small letters, digits and dashes.')
      .refine((name) => !TAKEN.has(name), 'An agent is called so already: choose another name.'),
    description: z
      .string('Give it a description that says when to delegate to it.')
      .trim()
      .min(1, 'Its description is empty.'),
    tools: NameList,
    disallowedTools: NameList,
    model: z.unknown().optional(),
    maxTurns: z.unknown().optional(),
    skills: NameList,
  },
  'Its front matter names no fields.',
)
export type SubagentFields = z.infer<typeof SubagentFields>

/** Checks the front matter of a subagent's definition. Throws what keeps it from being one. */
export function toSubagentFields(values: unknown): SubagentFields {
  const parsed = SubagentFields.safeParse(values)
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues.map(toSentence).join(' ')
  throw new AppError('invalid-input', ellipsize(reason, MAX_REASON_CHARS))
}

function toSentence({ path, message }: z.core.$ZodIssue): string {
  const isOurs = ['name', 'description'].includes(String(path[0])) || path.length === 0
  if (isOurs) return message
  return `Its ${path.join('.')} must be names: a list of at most ${MAX_NAMES}, or with commas between.`
}

const Patterns = z.union([z.string(), z.array(z.string()), z.null()]).optional()
const RuleFields = z.object(
  { globs: Patterns, paths: Patterns },
  'Its front matter names no fields.',
)
export type RuleFields = z.infer<typeof RuleFields>

/** Checks the front matter of a rule. Throws what is wrong with it. */
function toRuleFields(values: unknown): RuleFields {
  const parsed = RuleFields.safeParse(values ?? {})
  if (parsed.success) return parsed.data
  const message = 'What it says of globs or paths is neither a pattern nor a list of them.'
  throw new AppError('invalid-input', message)
}

const SKILL_NAME =
  'Write its name in small letters, digits and single dashes, with at most 64 characters.'

/** The fields of https://agentskills.io/specification. Others are ignored. */
const SkillFields = z.object(
  {
    name: z
      .string('Give it a name.')
      .max(64, SKILL_NAME)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, SKILL_NAME),
    description: z
      .string('Give it a description that says what it does and when to use it.')
      .trim()
      .min(1, 'Its description is empty.')
      .max(1024, 'Its description is longer than 1,024 characters.'),
    license: z.coerce.string().optional().catch(undefined),
    compatibility: z.coerce.string().optional().catch(undefined),
    metadata: z.record(z.string(), z.coerce.string()).optional().catch(undefined),
    'allowed-tools': z
      .union([z.string(), z.array(z.string())])
      .optional()
      .catch(undefined),
  },
  'Its front matter names no fields.',
)
type SkillFields = z.infer<typeof SkillFields>

/** Checks the front matter of a `SKILL.md`. Throws what keeps it from being a skill. */
function toSkillFields(values: unknown): SkillFields {
  const parsed = SkillFields.safeParse(values)
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues.map(({ message }) => message).join(' ')
  throw new AppError('invalid-input', ellipsize(reason, MAX_REASON_CHARS))
}

/** The fields of front matter, by the kind of the file that it stands in. */
export interface FrontMatterFields {
  readonly rule: RuleFields
  readonly skill: SkillFields
  readonly subagent: SubagentFields
}

export type FrontMatterKind = keyof FrontMatterFields

type Check = { readonly [K in FrontMatterKind]: (values: unknown) => FrontMatterFields[K] }

const check: Check = { rule: toRuleFields, skill: toSkillFields, subagent: toSubagentFields }

/** Parses front matter. Fails with a sentence. Takes long for some texts. */
export function parseFields<K extends FrontMatterKind>(
  kind: K,
  yaml: string,
): FrontMatterFields[K] {
  return check[kind](parseYaml(yaml))
}
