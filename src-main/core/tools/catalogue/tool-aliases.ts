import { isKnown } from './index.ts'
import { keysMeant, splitMcpName, toMcpPattern, toServerKey } from './mcp-tool.ts'

const LS = ['ls']
const READ = ['read_file']
const GLOB = ['glob']
const GREP = ['grep']
const SEARCH = ['grep', 'glob', 'ls']
const WRITE = ['write_file']
const EDIT = ['edit_file']
const CHANGE = ['edit_file', 'write_file']
const COMPOSE = ['compose_files']
const MOVE = ['move_file']
const DELETE = ['delete_file']
const EXECUTE = ['run_command']
const TERMINAL = ['manage_terminal']
const TESTS = ['run_tests']
const GIT = ['git']
const STANDUP = ['standup_intelligence']
const TEAM = ['team_graph']
const MEMORY = ['manage_core_memory']
const TASKS = ['manage_tasks']
const TODOS = ['write_todos']
const DELEGATE = ['task']
const ASK = ['ask_person']
const DIAGNOSE = ['get_diagnostics']
const SYMBOLS = ['search_symbols']
const BROWSER = ['browser']
const WEB_SEARCH = ['web_search']
const PREVIEW = ['open_web_preview']

/** What other programs call what our tools do; small letters without anything between them. */
const elsewhere: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    // Listing.
    ls: LS,
    listdir: LS,
    listdirectory: LS,
    listfiles: LS,
    // Reading.
    read: READ,
    readfile: READ,
    readfiles: READ,
    readmanyfiles: READ,
    view: READ,
    viewfile: READ,
    openfile: READ,
    cat: READ,
    // Finding files.
    glob: GLOB,
    globfilesearch: GLOB,
    filesearch: GLOB,
    findfile: GLOB,
    findfiles: GLOB,
    find: GLOB,
    // Searching in them.
    grep: GREP,
    grepsearch: GREP,
    ripgrep: GREP,
    ripgrepsearch: GREP,
    rg: GREP,
    searchfiles: GREP,
    searchfilecontent: GREP,
    textsearch: GREP,
    findtextinfiles: GREP,
    search: SEARCH,
    codebase: SEARCH,
    codebasesearch: SEARCH,
    // What is wrong, and what is defined where.
    diagnostics: DIAGNOSE,
    getdiagnostics: DIAGNOSE,
    geterrors: DIAGNOSE,
    problems: DIAGNOSE,
    readlints: DIAGNOSE,
    findsymbol: SYMBOLS,
    listcodedefinitionnames: SYMBOLS,
    searchsymbols: SYMBOLS,
    symbols: SYMBOLS,
    workspacesymbol: SYMBOLS,
    // Writing.
    write: WRITE,
    writefile: WRITE,
    writetofile: WRITE,
    createfile: WRITE,
    newfile: WRITE,
    // Editing.
    edit: CHANGE,
    editfile: EDIT,
    editfiles: CHANGE,
    multiedit: COMPOSE,
    replace: EDIT,
    replaceinfile: EDIT,
    replacestringinfile: EDIT,
    multireplacestringinfile: COMPOSE,
    inserteditintofile: EDIT,
    insertcontent: EDIT,
    searchreplace: EDIT,
    searchandreplace: EDIT,
    strreplace: EDIT,
    strreplaceeditor: CHANGE,
    strreplacebasededittool: CHANGE,
    applydiff: EDIT,
    applypatch: CHANGE,
    // Moving.
    move: MOVE,
    movefile: MOVE,
    renamefile: MOVE,
    rename: MOVE,
    // Deleting.
    delete: DELETE,
    deletefile: DELETE,
    removefile: DELETE,
    // Running commands.
    bash: EXECUTE,
    shell: EXECUTE,
    localshell: EXECUTE,
    powershell: EXECUTE,
    terminal: EXECUTE,
    exec: EXECUTE,
    execcommand: EXECUTE,
    execute: EXECUTE,
    executecommand: EXECUTE,
    runcommand: EXECUTE,
    runcommands: EXECUTE,
    runinterminal: EXECUTE,
    runterminalcmd: EXECUTE,
    runterminalcommand: EXECUTE,
    runshellcommand: EXECUTE,
    // Terminals that are kept.
    bashoutput: TERMINAL,
    killbash: TERMINAL,
    killshell: TERMINAL,
    getterminaloutput: TERMINAL,
    readterminal: TERMINAL,
    sendtoterminal: TERMINAL,
    // Testing.
    runtests: TESTS,
    runtest: TESTS,
    testfailure: TESTS,
    // What stays.
    memory: MEMORY,
    savememory: MEMORY,
    corememory: MEMORY,
    remember: MEMORY,
    tasks: TASKS,
    managetask: TASKS,
    // Git.
    git: GIT,
    gitstatus: GIT,
    gitdiff: GIT,
    gitlog: GIT,
    gitcommit: GIT,
    changes: GIT,
    getchangedfiles: GIT,
    // People.
    standup: STANDUP,
    standupreport: STANDUP,
    teamgraph: TEAM,
    // Planning.
    todo: TODOS,
    todos: TODOS,
    todowrite: TODOS,
    todoread: TODOS,
    todolist: TODOS,
    managetodolist: TODOS,
    updateplan: TODOS,
    // Delegating.
    task: DELEGATE,
    agent: DELEGATE,
    customagent: DELEGATE,
    subagent: DELEGATE,
    runsubagent: DELEGATE,
    spawnagent: DELEGATE,
    newtask: DELEGATE,
    // Looking at pages.
    browser: BROWSER,
    browseraction: BROWSER,
    fetch: BROWSER,
    fetchwebpage: BROWSER,
    opensimplebrowser: PREVIEW,
    readurl: BROWSER,
    webfetch: BROWSER,
    googlewebsearch: WEB_SEARCH,
    websearch: WEB_SEARCH,
    // Asking the person.
    askperson: ASK,
    askuser: ASK,
    askuserquestion: ASK,
    askquestions: ASK,
    askfollowupquestion: ASK,
    vscodeaskquestions: ASK,
  }),
)

/** In Claude Code's words `Edit` does not create files; in others' `edit` does. */
const exactly: ReadonlyMap<string, readonly string[]> = new Map([['Edit', EDIT]])

/** Our tools for what a definition calls a tool, in the words of whatever program; empty: there is none. */
export function findToolNames(written: string): readonly string[] {
  if (isKnown(written)) return [written]
  const ofMcp = findMcpNames(written)
  if (ofMcp.length > 0) return ofMcp
  return exactly.get(written) ?? elsewhere.get(toKey(written)) ?? []
}

/** Sets of tools that other programs have: `search/readFile` is one of them, `notion/search` is not ours. */
const SETS: ReadonlySet<string> = new Set(['read', 'edit', 'search', 'execute', 'agent', 'todo'])

function toKey(written: string): string {
  const slash = written.indexOf('/')
  const name = SETS.has(written.slice(0, slash)) ? written.slice(slash + 1) : written
  return /^[\w -]+$/.test(name) ? name.toLowerCase().replaceAll(/[_ -]/g, '') : ''
}

/** `mcp__server__tool`, and all of a server: `mcp__server`, `mcp__server__*`, `server/*`. */
function findMcpNames(written: string): readonly string[] {
  const server = /^(?<server>[^/*]+)\/\*$/.exec(written)?.groups?.['server']
  if (server !== undefined && !SETS.has(server))
    return keysMeant(toServerKey(server)).map(toMcpPattern)
  if (!/^mcp__[\w-]+(?:\*|\.\*)?$/.test(written)) return []
  const { server: key, tool } = splitMcpName(written.replace(/\.?\*$/, ''))
  return keysMeant(key).map((one) =>
    tool === '' ? toMcpPattern(one) : written.replace(`mcp__${key}__`, `mcp__${one}__`),
  )
}
