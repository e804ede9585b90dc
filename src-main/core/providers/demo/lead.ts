import { type Finding, readFinding } from './analyzer.ts'
import {
  type Conversation,
  call,
  count,
  finish,
  type MadeCall,
  plan,
  readAll,
  type ScriptReply,
} from './conversation.ts'
import {
  entryPointsOf,
  filesFound,
  foldersOf,
  isPlanDone,
  isTest,
  languagesOf,
  readManifest,
  summaryOf,
  textRead,
  toFull,
  toShort,
} from './facts.ts'

const OVERVIEW = '/docs/overview.md'
/** Begins what the subagents are told, and tells their scripts apart. */
export const MAP_TASK = 'Map the project'
export const ANALYZE_TASK = 'Find what is unfinished or wrong'

const BEGIN = ['See what is there', 'Delegate: map it, examine it']
const REPAIR = 'Repair the bug'
const PROVE = 'Prove it'
const END = ['Write the overview', 'Report']
const STEPS = [...BEGIN, ...END]
const REPAIR_STEPS = [...BEGIN, REPAIR, PROVE, ...END]
const MANIFESTS = [
  'README.md',
  'README',
  'package.json',
  'AGENTS.md',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
]

/** The lead: looks, delegates, repairs what was found where it can be proven, writes, reports. */
export function lead({ calls, earlier, isFollowUp }: Conversation): ScriptReply {
  if (isFollowUp) return followUp(calls, earlier)
  const files = filesFound(calls)
  if (!made(calls, 'glob')) return look()
  const manifests = MANIFESTS.filter((name) => files.includes(name))
  if (manifests.length > 0 && !made(calls, 'read_file')) return readManifests(files, manifests)
  if (!made(calls, 'task')) return delegate(calls)
  const finding = findingIn(calls)
  const repairing = finding && repair(calls, finding)
  if (repairing) return repairing
  if (!made(calls, 'write_file')) return write(calls)
  // An overview of an earlier session is there, and is only replaced by who has read it.
  const isRefused = calls.findLast(({ name }) => name === 'write_file')?.isError === true
  const hasRead = calls.some(({ args }) => args['limit'] === OVERVIEW_LINES)
  if (isRefused && !hasRead) return readOverview()
  if (isRefused && calls.at(-1)?.name === 'read_file') return write(calls)
  if (!isPlanDone(calls)) return finish(stepsOf(calls))
  return { text: report(calls, finding), calls: [] }
}

function look(): ScriptReply {
  const text =
    'This is a demo: I am a script, not a model. The tools I use are real, and so is what they find. First, what is there.'
  const list = call('glob', { pattern: '**/*', path: '/workspace' })
  return { text, calls: [plan(STEPS, 0), call('ls', { path: '/workspace' }), list] }
}

function readManifests(files: readonly string[], manifests: readonly string[]): ScriptReply {
  const [main] = languagesOf(files)
  const mostly = main ? `, mostly ${main.name}` : ''
  const text = `${count(files.length, 'file')}${mostly}. I read what the project says of itself.`
  return { text, calls: readAll(manifests.slice(0, 4)) }
}

function delegate(calls: readonly MadeCall[]): ScriptReply {
  const files = filesFound(calls)
  const tests = files.filter(isTest).length
  const text = `Two things can be found out side by side: how it is laid out, and what is wrong with it. There ${tests === 1 ? 'is' : 'are'} ${count(tests, 'test file')} to hold the code against.`
  const mapping = `${MAP_TASK} in /workspace: its folders, languages, entry points, tests and largest files. Change nothing. Report figures and paths.`
  const analyzing = `${ANALYZE_TASK} in /workspace: marked work, and code that contradicts its own tests. Change nothing. Report each finding with its place, cause and remedy.`
  return {
    text,
    calls: [
      plan(STEPS, 1),
      call('task', { description: mapping, subagent_type: 'general-purpose' }),
      call('task', { description: analyzing, subagent_type: 'code-analyzer' }),
    ],
  }
}

function findingIn(calls: readonly MadeCall[]): Finding | undefined {
  const reports = calls.filter(({ name, isError }) => name === 'task' && !isError)
  return reports.flatMap(({ result }) => readFinding(result) ?? [])[0]
}

/** The next step of the repair; `undefined`: it is done, or was refused. */
function repair(
  calls: readonly MadeCall[],
  { path, wrong, right }: Finding,
): ScriptReply | undefined {
  const text = textRead(calls, path)
  if (text === undefined && !wasRead(calls, path)) {
    const said = `The code analyzer names a bug in ${path}. I look at the place myself before I touch it.`
    return { text: said, calls: [plan(REPAIR_STEPS, 2), ...readAll([path])] }
  }
  if (!text?.includes(wrong)) return undefined
  const edits = calls.filter(({ name }) => name === 'edit_file')
  if (edits.length === 0) {
    const args = { file_path: toFull(path), old_string: wrong, new_string: right }
    return {
      text: `It is as reported: \`${wrong}\`. I repair it.`,
      calls: [call('edit_file', args)],
    }
  }
  if (edits.some(({ isError }) => isError) || made(calls, 'run_command')) return undefined
  const command = testCommandOf(calls)
  if (!command) return undefined
  const said = 'Repaired. Now the proof: the project’s own tests.'
  return { text: said, calls: [plan(REPAIR_STEPS, 3), call('run_command', { command })] }
}

function wasRead(calls: readonly MadeCall[], path: string): boolean {
  return calls.some(({ name, args }) => name === 'read_file' && args['file_path'] === toFull(path))
}

/** What the manifest calls its test, where that is Node's own runner and needs nothing installed. */
function testCommandOf(calls: readonly MadeCall[]): string | undefined {
  const { test } = readManifest(textRead(calls, 'package.json'))?.scripts ?? {}
  return test?.startsWith('node --test') ? test : undefined
}

/** The plan as it turned out: what was refused is no part of it. */
function stepsOf(calls: readonly MadeCall[]): readonly string[] {
  const repair = wasDone(calls, 'edit_file') ? [REPAIR] : []
  const proof = wasDone(calls, 'run_command') ? [PROVE] : []
  return [...BEGIN, ...repair, ...proof, ...END]
}

const OVERVIEW_LINES = 50

function readOverview(): ScriptReply {
  const text = 'There is an overview of an earlier session. I read it before I replace it.'
  return { text, calls: [call('read_file', { file_path: OVERVIEW, limit: OVERVIEW_LINES })] }
}

function write(calls: readonly MadeCall[]): ScriptReply {
  const steps = stepsOf(calls)
  const content = overviewOf(calls)
  return {
    text: 'Both have reported. I write down what was found, where the next session will find it.',
    calls: [plan(steps, steps.length - 2), call('write_file', { file_path: OVERVIEW, content })],
  }
}

function report(calls: readonly MadeCall[], finding: Finding | undefined): string {
  const written = calls.findLast(({ name }) => name === 'write_file')
  const kept = written?.isError
    ? `The overview could not be written: ${written.result}`
    : `The overview is in \`${OVERVIEW}\`.`
  const reports = calls
    .filter(({ name }) => name === 'task')
    .map(({ args, result }) => `### ${String(args['subagent_type'])}\n\n${result}`)
  const files = filesFound(calls)
  const [main] = languagesOf(files)
  const head = `**${count(files.length, 'file')}${main ? `, mostly ${main.name}` : ''}.** ${kept}`
  return [head, finding ? repairText(calls, finding) : undefined, ...reports]
    .filter(Boolean)
    .join('\n\n')
}

function repairText(calls: readonly MadeCall[], { path }: Finding): string {
  const edit = calls.find(({ name }) => name === 'edit_file')
  const test = calls.find(({ name }) => name === 'run_command')
  if (!edit) return `The finding in \`${path}\` did not hold when I looked.`
  if (edit.isError) return `The bug in \`${path}\` is not repaired: ${edit.result}`
  if (!test) return `The bug in \`${path}\` is repaired. Nothing was run to prove it.`
  if (test.isError) return `The bug in \`${path}\` is repaired, and not proven: ${test.result}`
  const passes = /exit code 0\]/.test(test.result)
  const outcome = passes ? 'the tests pass' : 'the tests still fail'
  return `The bug in \`${path}\` is repaired: \`${String(test.args['command'])}\` was run, and ${outcome}.`
}

function followUp(calls: readonly MadeCall[], earlier: readonly MadeCall[]): ScriptReply {
  const read = calls.find(({ name }) => name === 'read_file')
  if (!read) {
    const text = 'I am a script and know one piece of work only. I look up what it came to.'
    return { text, calls: [call('read_file', { file_path: OVERVIEW, limit: 200 })] }
  }
  const text = read.isError
    ? `${whyMissing(earlier)} Start a new session to have it made, or choose a real model to go on.`
    : `This is what I wrote down, from \`${toShort(OVERVIEW)}\`:\n\n${read.result.replace(/^@@ .* @@\n/, '')}\n\nFor anything else, choose a real model.`
  return { text, calls: [] }
}

function whyMissing(earlier: readonly MadeCall[]): string {
  const why = wasDone(earlier, 'write_file')
    ? 'I wrote it, and it was removed since'
    : 'it was never written'
  return `There is no overview at \`${toShort(OVERVIEW)}\`: ${why}.`
}

function wasDone(calls: readonly MadeCall[], name: string): boolean {
  return calls.some((one) => one.name === name && !one.isError)
}

function made(calls: readonly MadeCall[], name: string): boolean {
  return calls.some((one) => one.name === name)
}

const SHOWN = 12

/** The overview, from nothing but the results of calls that were made. */
function overviewOf(calls: readonly MadeCall[]): string {
  const files = filesFound(calls)
  const manifest = readManifest(textRead(calls, 'package.json'))
  const readme = textRead(calls, 'README.md') ?? textRead(calls, 'README')
  const sections = [
    `# ${manifest?.name ?? 'Overview'}`,
    summaryOf(readme) ?? manifest?.description ?? 'The project does not say what it is.',
    '## Size',
    sizeOf(files),
    '## Where it starts',
    listOf(
      entryPointsOf(manifest, files).map((path) => `\`${path}\``),
      'Nothing says.',
    ),
    '## Scripts',
    listOf(
      Object.entries(manifest?.scripts ?? {}).map(([name, text]) => `\`${name}\`: \`${text}\``),
      'None in a package.json.',
    ),
    '## Tests',
    listOf(
      files.filter(isTest).map((path) => `\`${path}\``),
      'None found.',
    ),
    '## What the subagents report',
    ...calls.filter(({ name }) => name === 'task').map(({ result }) => result),
  ]
  return `${sections.join('\n\n')}\n`
}

function sizeOf(files: readonly string[]): string {
  const row = ({ name, count }: { name: string; count: number }) => `| ${name} | ${count} |`
  const table = (title: string, rows: readonly string[]) =>
    [`| ${title} | files |`, '| --- | ---: |', ...rows].join('\n')
  const languages = table('language', languagesOf(files).slice(0, SHOWN).map(row))
  const folders = table('folder', foldersOf(files).slice(0, SHOWN).map(row))
  return [`${files.length} files were listed.`, languages, folders].join('\n\n')
}

function listOf(items: readonly string[], none: string): string {
  if (items.length === 0) return none
  const rest = items.length - SHOWN
  const shown = items.slice(0, SHOWN).map((item) => `- ${item}`)
  return [...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}
