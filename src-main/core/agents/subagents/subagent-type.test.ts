import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFrontMatter, toSubagentFields } from '../../project-files/front-matter.ts'
import { isKnown } from '../../tools/catalogue/index.ts'
import { toProjectKey, toServerKey } from '../../tools/catalogue/mcp-tool.ts'
import { readCatalogue } from './catalogue.ts'
import { type SubagentSource, toSubagentType } from './subagent-type.ts'

const resourcesDir = join(import.meta.dirname, '../../../../resources')

function parse(text: string, source: SubagentSource = 'project') {
  const { values, body } = readFrontMatter(text)
  return toSubagentType(toSubagentFields(values), body, { source, path: 'x.md' })
}

function define(fields: string, source?: SubagentSource) {
  return parse(`---\nname: x\ndescription: d\n${fields}\n---\nPrompt`, source)
}

test('the bundled definitions are those of the roles, whole, with tools that there are', async () => {
  const { types, malformed } = await readCatalogue({ resourcesDir, homeDir: '/nowhere' })
  expect(malformed).toEqual([])
  expect(types.map(({ name }) => name)).toEqual([
    'architect',
    'architecture-expert',
    'code-analyzer',
    'debugger',
    'doc-writer',
    'explore',
    'file-organizer',
    'general-purpose',
    'plan',
    'reviewer',
    'shell',
    'tester',
  ])
  expect(types.flatMap(({ problems }) => problems)).toEqual([])
  const given = types.flatMap(({ toolAccess = [] }) => toolAccess)
  expect(given.filter(({ name }) => !isKnown(name))).toEqual([])
  const writing = types.filter(({ toolAccess }) =>
    toolAccess?.some(({ name }) => name === 'write_file'),
  )
  const where = writing.map(({ name, toolAccess }) => [
    name,
    toolAccess?.find((access) => access.name === 'write_file')?.under,
  ])
  expect(where).toEqual([
    ['architect', '/docs/'],
    ['code-analyzer', '/docs/'],
    ['debugger', '/docs/'],
    ['doc-writer', '/docs/'],
    ['file-organizer', undefined],
    ['tester', undefined],
  ])
  const reading = types.filter(
    ({ toolAccess }) => toolAccess && !toolAccess.some((one) => one.name === 'ls'),
  )
  expect(reading).toEqual([])
  expect(types.every(({ prompt }) => prompt.includes('## Your report'))).toBe(true)
})

test('tools are named in the words of many programs', () => {
  const given = (tools: string) =>
    define(`tools: ${tools}`).toolAccess?.map(({ name, under = '' }) => name + under)
  const table: (readonly [written: string, ours: readonly string[] | undefined])[] = [
    ['[read_file, write_file(/docs/)]', ['read_file', 'write_file/docs/']],
    ['Read, Grep, Glob, LS, Bash', ['read_file', 'grep', 'glob', 'ls', 'run_command']],
    [
      'Edit, MultiEdit, Write, TodoWrite',
      ['edit_file', 'compose_files', 'write_file', 'write_todos'],
    ],
    ['[read, edit, execute]', ['read_file', 'edit_file', 'write_file', 'run_command']],
    ['[search/codebase, edit/editFiles]', ['grep', 'glob', 'ls', 'edit_file', 'write_file']],
    ['[ripgrep_search, list_dir, run_in_terminal]', ['grep', 'ls', 'run_command']],
    [
      '[apply_patch, update_plan, shell]',
      ['edit_file', 'write_file', 'write_todos', 'run_command'],
    ],
    ['read_file, search_replace, run_terminal_cmd', ['read_file', 'edit_file', 'run_command']],
    ['Bash(*), Write(/docs/)', ['run_command', 'write_file/docs/']],
    ["'*'", undefined],
    ['', []],
    ['[]', []],
  ]
  expect(table.map(([written]) => given(written))).toEqual(table.map(([, ours]) => ours))
  expect(define('').toolAccess).toBeUndefined()
})

test('what cannot be given is left out, and that is said', () => {
  const problems = (fields: string, source?: SubagentSource) => define(fields, source).problems
  expect(problems('tools: Read, PaintPicture, notion/search')).toEqual([
    'There is no tool "PaintPicture" here: it goes without.',
    'There is no tool "notion/search" here: it goes without.',
  ])
  const limited = define('tools: Read, Bash(git diff:*, git log:*)')
  expect(limited.toolAccess).toEqual([{ name: 'read_file' }])
  expect(limited.problems).toEqual([
    expect.stringContaining('"Bash(git diff:*, git log:*)" is left out: a tool for files can be'),
  ])
  expect(define('tools: Read, Bash(/docs/)').toolAccess).toEqual([{ name: 'read_file' }])
  expect(define('tools: git(read), Read(read), Bash(read)')).toMatchObject({
    toolAccess: [{ name: 'git', isReading: true }, { name: 'read_file' }],
    problems: [expect.stringContaining('"Bash(read)" is left out')],
  })
  const twice = define('tools: [Write(/docs/), create_file]')
  expect([twice.toolAccess, twice.problems]).toEqual([
    [{ name: 'write_file', under: '/docs/' }],
    ['write_file is left out: it names write_file before that.'],
  ])
  expect(problems('tools: [PaintPicture]').at(-1)).toBe('It is left with no tool at all.')
})

test('tools of MCP servers are named one by one, or all of a server’s', () => {
  const names = (fields: string) =>
    define(fields).toolAccess?.map(({ name, isDenied }) => `${isDenied ? '-' : ''}${name}`)
  expect([
    names('tools: Read, mcp__github__search'),
    names('tools: [Read, git hub/*, mcp__notion, mcp__jira__*]'),
    names('tools: Read\ndisallowedTools: github/*, mcp__notion__write'),
  ]).toEqual([
    ['read_file', 'mcp__github__search', 'mcp__github-project__search'],
    [
      'read_file',
      ...[`mcp__${toServerKey('git hub')}__*`, `mcp__${toProjectKey('git hub')}__*`],
      ...['mcp__notion__*', 'mcp__notion-project__*', 'mcp__jira__*', 'mcp__jira-project__*'],
    ],
    [
      'read_file',
      ...['-mcp__github__*', '-mcp__github-project__*'],
      ...['-mcp__notion__write', '-mcp__notion-project__write'],
    ],
  ])
  expect(define('disallowedTools: Bash, github/*').problems).toEqual([])
})

const READING = ['ls', 'read_file', 'glob', 'grep']

test('what is disallowed is taken away, from all tools too', () => {
  const names = (fields: string) => define(fields).toolAccess?.map(({ name }) => name)
  expect(names('tools: Read, Bash, Edit\ndisallowedTools: Bash')).toEqual([
    'read_file',
    'edit_file',
  ])
  const rest = names('disallowedTools: [Bash(rm:*), Write, Edit, delete]')
  expect(rest).toEqual(expect.arrayContaining([...READING, 'ask_person', 'write_todos']))
  const taken = ['run_command', 'write_file', 'edit_file', 'delete_file']
  expect(taken.filter((name) => rest?.includes(name))).toEqual([])
  expect(names("disallowedTools: '*'")).toEqual([])
  expect(define('disallowedTools: Nothing').problems).toEqual([
    'There is no tool "Nothing" here to take away.',
  ])
})

test('only our own definitions and those at home can let their subagents delegate', () => {
  const delegating = (source: SubagentSource) =>
    define('tools: Read, Task', source).toolAccess?.some(({ name }) => name === 'task')
  expect([delegating('built-in'), delegating('home'), delegating('project')]).toEqual([
    true,
    true,
    false,
  ])
  expect(define('tools: Read, Task').problems).toEqual([
    'It may not delegate: only built-in definitions and those in your home folder can.',
  ])
})

test('a model is inherited, of a size, or named; any other is said and inherited', () => {
  const models = ['inherit', 'haiku', 'opus', 'openai:gpt-x', 'gpt-x', 'nobody:x', '[a, b]']
  const read = models.map((model) => define(`model: ${model}`))
  expect(read.map(({ model }) => model)).toEqual([
    ...['inherit', 'haiku', 'opus', 'openai:gpt-x'],
    ...['inherit', 'inherit', 'inherit'],
  ])
  const said = (name: string) => expect.stringContaining(name)
  expect(read.map(({ problems }) => problems)).toEqual([
    ...[[], [], [], []],
    ...[[said('"gpt-x" names no model')], [said('no provider "nobody"')], [said('What it says')]],
  ])
})

test('turns and skills are read, and turns that are none are said', () => {
  const { maxTurns, skills } = define('maxTurns: 7\nskills: pdf, charts')
  expect([maxTurns, skills]).toEqual([7, ['pdf', 'charts']])
  const wrong = define('maxTurns: many')
  expect([wrong.maxTurns, wrong.problems]).toEqual([undefined, [said('no whole number')]])
  function said(part: string): string {
    return expect.stringContaining(part)
  }
})

test('what other programs write is read as they do', () => {
  const text = `\uFEFF---\r\nname: reviewer\r\ndescription: Use this when: code was written. Examples: <example>user: "x"</example>\r\ncolor: red\r\nhooks: { PreToolUse: [] }\r\ntools: Read, Grep\r\n---\r\nYou review.\r\n`
  const { description, prompt, toolAccess } = parse(text)
  expect(description).toBe(
    'Use this when: code was written. Examples: <example>user: "x"</example>',
  )
  expect([prompt, toolAccess?.length]).toEqual(['You review.', 2])
})

test('what is not a definition is said in a sentence', () => {
  const table: (readonly [text: string, sentence: string])[] = [
    ['Just text.', 'It does not begin with front matter between two lines of "---".'],
    ['---\nname: x\n', 'It does not begin with front matter'],
    ['---\n---\nPrompt', 'Its front matter names no fields.'],
    ['---\nname: x\n---\nPrompt', 'Give it a description that says when to delegate to it.'],
    ['---\ndescription: d\n---\nPrompt', 'Give it a name.'],
    ['---\nname: X Y\ndescription: d\n---\nP', 'Write the name in small letters'],
    ['---\nname: lead\ndescription: d\n---\nP', 'choose another name.'],
    ['---\nname: x\ndescription: d\n---\n \n', 'It has no prompt.'],
    ['---\nname: [\n---\nPrompt', 'Its front matter is not valid YAML at line 3.'],
    ['---\nname: x\ndescription: d\ntools: {a: true}\n---\nP', 'Its tools must be names'],
  ]
  for (const [text, sentence] of table) expect(() => parse(text)).toThrow(sentence)
})
