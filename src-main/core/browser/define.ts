/** What can be done with the page of an agent. `ref` is an element's, of the page as it was last read. */
export type PageAct =
  | { readonly type: 'open'; readonly url: string }
  | { readonly type: 'read'; readonly ref?: string | undefined }
  | { readonly type: 'click'; readonly ref: string }
  | {
      readonly type: 'type'
      readonly ref: string
      readonly text: string
      /** Presses Enter behind it. */
      readonly isSubmitted: boolean
    }
  | { readonly type: 'screenshot'; readonly ref?: string | undefined; readonly isWhole: boolean }
  | { readonly type: 'console' }
  | { readonly type: 'network' }
  | { readonly type: 'close' }

/** The page after something was done with it. */
export interface PageAnswer {
  /** Absent: no page is open. */
  readonly page?: { readonly url: string; readonly title: string }
  /** What happened on the way that nobody asked for: questions, other pages, what was refused. */
  readonly news: readonly string[]
  /** What was asked for, a line each. */
  readonly lines?: readonly string[]
  /** How many lines came before these, or after them, and were left out. */
  readonly leftOut?: number
  readonly image?: { readonly mimeType: string; readonly base64: string }
}

/** The browser of one run: cookies of its own, and a page for each of its agents. Disposing closes all of it. */
export interface RunBrowser extends AsyncDisposable {
  /** Fails with a sentence. Acts of one agent are done one after the other. */
  act(agentId: string, act: PageAct, signal: AbortSignal): Promise<PageAnswer>
}

/** How far the pages of a run reach. */
export interface Reach {
  /**
   * Whether pages reach only this machine and hosts that were opened by name, instead of any public host.
   * Pages of other hosts never reach this machine, confined or not.
   */
  readonly isConfined: boolean
}

/** Browsers of a host: one program, started when first needed. */
export interface Browsers {
  /** Starts nothing yet. */
  forRun(reach: Reach): RunBrowser
}

/** What the worker is asked. */
export type BrowserCall =
  | {
      readonly type: 'act'
      readonly run: string
      readonly agentId: string
      readonly reach: Reach
      readonly program: BrowserProgram
      readonly act: PageAct
    }
  | { readonly type: 'leave'; readonly run: string }
  | { readonly type: 'end' }

/** Which browser is started, and what it sees of the environment. */
export interface BrowserProgram {
  /** What a person named. */
  readonly path?: string | undefined
  readonly env: Readonly<Record<string, string>>
}
