/** A folder's purpose and allowed imports. The rule covers the files directly in it, which may also import each other. */
export interface FolderRule {
  /** For the table in ARCHITECTURE.md. */
  readonly holds: string
  /**
   * Folders, whose subfolders don't count; `folder/**`, whose subfolders do; packages as `npm:name`,
   * and `npm:*` or `node:*` for all of them.
   */
  readonly imports: readonly string[]
  /** Folders that it may import by `import()` only, so that they are loaded when they are first needed. */
  readonly lazily?: readonly string[]
  /** The only files that may be directly in it; any if absent. */
  readonly files?: readonly string[]
}

/** Rules by folder, as paths from the root. A folder without a rule may not hold production files. */
export type FolderRules = ReadonlyMap<string, FolderRule>

/** Completes paths that are written from a folder: `.` is that folder; `src-…`, `npm:…` and `node:…` are complete. */
export function below(folder: string, rules: Readonly<Record<string, FolderRule>>): FolderRules {
  const complete = (path: string) => {
    if (path === '.') return folder
    return /^(?:src-|npm:|node:)/.test(path) ? path : `${folder}/${path}`
  }
  return new Map(
    Object.entries(rules).map(([path, { imports, lazily, ...rule }]) => [
      complete(path),
      {
        ...rule,
        imports: imports.map(complete),
        ...(lazily && { lazily: lazily.map(complete) }),
      },
    ]),
  )
}
