/** What an import leads to: files of the project, or a package that is not of it. */
export interface Resolved {
  readonly files: readonly string[]
  readonly package?: string
}

export interface ResolverOptions {
  /** Every file whose syntax was read. */
  readonly files: ReadonlySet<string>
  /** The texts of configurations, by path. */
  readonly configurations: ReadonlyMap<string, string>
}

export interface ImportQuery {
  /** The importing file. */
  readonly path: string
  readonly from: string
  /** What of it is imported. */
  readonly names: readonly string[]
}

export type Resolve = (query: ImportQuery) => Resolved
