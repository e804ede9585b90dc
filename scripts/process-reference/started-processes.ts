/** A kind of process that Orrery starts. */
export interface StartedProcess {
  readonly process: string
  /** The person, agent or file that decides which program is started. */
  readonly namedBy: string
  readonly reads: string
  readonly environment: string
  /** The file that starts it; for what runs in a terminal, the one that asks the terminal for it. */
  readonly file: string
}

const ALLOW_LIST = 'the [allow-list](environment.md), and what the person allows in this project'
const PERSON = "the person's own, without Orrery's variables"
const HOST = "the host's"

/** Every process that code of Orrery starts. `npm run processes` fails where one is missing here. */
export const STARTED_PROCESSES: readonly StartedProcess[] = [
  {
    process: 'an agent’s command',
    namedBy: 'the agent, by `run_command` and other tools; judged first',
    reads: 'what the person may read',
    environment: `${ALLOW_LIST}; git settings against planted repositories`,
    file: 'src-main/core/terminals/agent-terminal.ts',
  },
  {
    process: 'a terminal that an agent keeps',
    namedBy: 'the agent, by `terminal_start`; what it types is judged',
    reads: 'what the person may read',
    environment: `${ALLOW_LIST}; git settings against planted repositories`,
    file: 'src-main/core/terminals/kept-terminals.ts',
  },
  {
    process: 'a person’s terminal',
    namedBy: "the person's `SHELL`",
    reads: 'what the person may read',
    environment: PERSON,
    file: 'src-main/core/terminals/person-terminals.ts',
  },
  {
    process: 'a set-up command of a fork',
    namedBy: 'the project’s settings, once trusted',
    reads: 'what the person may read',
    environment: ALLOW_LIST,
    file: 'src-main/core/forks/setup.ts',
  },
  {
    process: 'an MCP server',
    namedBy: 'the project’s `.mcp.json`, once trusted, or the person',
    reads: 'what the person may read',
    environment: `${ALLOW_LIST}, and what its entry names`,
    file: 'src-main/core/integrations/mcp/transport/program-transport.ts',
  },
  {
    process: 'a language server',
    namedBy: 'Orrery, or the project’s settings, once trusted',
    reads: 'what the person may read',
    environment: ALLOW_LIST,
    file: 'src-main/core/integrations/lsp/server-process.ts',
  },
  {
    process: 'a debug adapter and what it debugs',
    namedBy: 'Orrery, or the project’s `launch.json`, once trusted',
    reads: 'what the person may read',
    environment: `${ALLOW_LIST}, and what the configuration names`,
    file: 'src-main/core/integrations/dap/adapters/program.ts',
  },
  {
    process: 'Chromium',
    namedBy: 'Orrery, or the person’s settings',
    reads: 'pages of allowed hosts, through a proxy of Orrery’s, in a profile of its own',
    environment: "the browser's own, by the [allow-list](environment.md)",
    file: 'src-main/core/browser/chromium.ts',
  },
  {
    process: 'git, for reading, snapshots and forks',
    namedBy: 'Orrery',
    reads: 'the project and its repository; nothing that they name is run',
    environment: 'the [allow-list](environment.md), and settings that switch programs off',
    file: 'src-main/core/git/git-process.ts',
  },
  {
    process: 'git, for a person’s own act (a commit of what was accepted)',
    namedBy: 'Orrery, on that person’s click',
    reads: 'the project and its repository; its hooks, filters and signing run, once trusted',
    environment: PERSON,
    file: 'src-main/core/git/git-process.ts',
  },
  {
    process: 'ripgrep, for searches',
    namedBy: 'Orrery: the one that it brings',
    reads: 'the project',
    environment: 'the [allow-list](environment.md)',
    file: 'src-main/core/workspace/listing/ripgrep.ts',
  },
  {
    process: 'ripgrep, to list files where there is no git',
    namedBy: 'Orrery: the one that it brings',
    reads: 'names of the project’s files',
    environment: 'the [allow-list](environment.md)',
    file: 'src-main/core/workspace/listing/tree-listing.ts',
  },
  {
    process: 'a person’s editor',
    namedBy: "the person's `VISUAL` or `EDITOR`, or one that is installed",
    reads: 'what the person may read',
    environment: HOST,
    file: 'src-main/core/processes/own-editor.ts',
  },
  {
    process: 'a person’s editor, from the shell',
    namedBy: "the person's `VISUAL` or `EDITOR`",
    reads: 'what the person may read',
    environment: HOST,
    file: 'src-main/cli/command-line/edit-text.ts',
  },
  {
    process: 'a person’s browser, for `orrery serve --open`',
    namedBy: 'the system',
    reads: 'the link',
    environment: HOST,
    file: 'src-main/cli/serve/open-browser.ts',
  },
  {
    process: 'what keeps the machine awake during a run',
    namedBy: 'Orrery: `caffeinate`, `systemd-inhibit` or PowerShell',
    reads: 'nothing',
    environment: HOST,
    file: 'src-main/stay-awake.ts',
  },
]

/** Files that only pass on what other rows start, and for tests of Orrery itself. */
export const NOT_LISTED: Readonly<Record<string, string>> = {
  'src-main/core/terminals/pty.ts': 'opens the terminals of the rows above',
}

/** Files that start no program by its name, and for tests of Orrery itself. */
export const OWN_PROGRAMS: Readonly<Record<string, string>> = {
  'src-main/core/workspace/listing/ripgrep.ts': 'starts the ripgrep of a package, by its path',
  'src-main/core/workspace/listing/tree-listing.ts': 'starts the ripgrep of a package, by its path',
}
